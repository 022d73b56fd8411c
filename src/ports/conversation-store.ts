import type { Activity, HourlyActivity } from '../availability/rules/activity.ts';
import type { QuestionToReview } from '../conversations/rules/answer-review.ts';
import type { OutboxEntry } from '../conversations/records/outbox-entry.ts';
import type { Message, Role } from '../conversations/records/message.ts';
import type { OutboxStore } from './outbox.ts';
import type { Page, Version } from './pages.ts';
import type { SessionRecord, SessionStatus } from '../conversations/records/session.ts';
import type { TokenUsage } from '../spending/records/token-usage.ts';

/**
 * The writes that a read is guaranteed to see. `session`: everything that this instance wrote or read before;
 * another instance's write may be missing for a moment. `strong`: every acknowledged write of any instance,
 * for twice the charge.
 */
export type ReadConsistency = 'session' | 'strong';

/** A session with its newest messages (oldest first), read together in one point read. */
export interface Conversation {
  session: SessionRecord;
  /**
   * The newest messages in `seq` order: at least 16 KB of text or 200 messages, or all if there are fewer.
   */
  recent: readonly Message[];
  version: Version;
}

/** One transaction on a session: its new state, its new messages and the entries that belong to them. */
export interface Commit {
  session: SessionRecord;
  /** The version that was read, or `'absent'` for a session that must not exist yet. */
  expected: Version | 'absent';
  append?: readonly Message[];
  /** Replaces the stored message with the same id and `seq`; `conflict` if it does not exist. */
  replace?: Message;
  /** The newest messages as read, so that they can be embedded in the session without another read. */
  recent?: readonly Message[];
  /**
   * One model call, stored with the message of its `messageId`, which is in this change or already stored. A
   * message keeps all its calls; the `id` of the first is the id of the message.
   */
  usage?: TokenUsage;
  /** Added to the hourly figures; idempotent by id. */
  activity?: Activity;
  /** Notices of this change for channels, stored in the same transaction. */
  outbox?: readonly OutboxEntry[];
}

/**
 * `conflict`: a concurrent write came first, load again. `duplicate`: a message with that id is already
 * stored.
 */
export type CommitOutcome =
  | {
      ok: true;
      version: Version;
      /** The versions of the stored notices, in their order; absent if unknown or empty. */
      outbox?: readonly Version[];
    }
  | { ok: false; reason: 'conflict' | 'duplicate' };

export interface SessionListQuery {
  /** `recent`: newest conversation first, by creation, so that following cursors lists every session once. */
  sortBy: 'recent' | 'cost';
  /** Only sessions whose newest message is at or after this time. */
  activeSince?: string;
  /** `[from, to)`: only sessions that were created then; only for `recent`. */
  from?: string;
  to?: string;
  status?: SessionStatus;
  /** Only sessions with all of these, see `facetsOf`; the most selective one first. */
  facets?: readonly string[];
  limit: number;
  cursor?: string;
}

export interface QueueQuery {
  /** Only sessions whose newest message is at or after this time. */
  activeSince?: string;
  status?: SessionStatus;
  claimedBy?: string;
  /** The site of the conversation, as `sourceDomain` of src/widgets/rules/widgets.ts computes it. */
  sourceDomain?: string;
  tagId?: string;
  /**
   * Only conversations for the agents of these registered widgets, by id: those that were passed on to them
   * (`queuedFor`), else those of the widget.
   */
  ofWidgets?: readonly string[];
  /** Leaves out the conversations that wait for the agents of these registered widgets. */
  withoutWaitingOn?: readonly string[];
  /** Default `session`. */
  consistency?: ReadConsistency;
  limit: number;
  cursor?: string;
}

export interface ClosedQuery {
  /** Sessions that were closed in `[from, to)`; RFC 3339 in UTC with milliseconds. */
  from: string;
  to: string;
  order: 'newest' | 'oldest';
  /** Only sessions with all of these, see `facetsOf`. */
  facets?: readonly string[];
  limit: number;
  cursor?: string;
}

interface SearchQuery {
  /** The search as typed; text, never query syntax. All words must match, case and accents folded. */
  text: string;
  limit: number;
  cursor?: string;
}

export interface SearchHit {
  sessionId: string;
  messageId: string;
  seq: number;
  role: Role;
  createdAt: string;
  origin?: string;
  /** A part of the message around the first match; plain text. */
  snippet: string;
  /** Start and end of each match within `snippet`, in UTF-16 code units. */
  highlights: [start: number, end: number][];
}

/**
 * Stores sessions, messages, usage and the hourly figures. Failure to reach the store is `store-unavailable`.
 * A cursor that this store did not issue is `validation-failed` at path `cursor`.
 */
export interface ConversationStore extends OutboxStore {
  /** Default `session`; see `ReadConsistency`. */
  load(sessionId: string, consistency?: ReadConsistency): Promise<Conversation | undefined>;
  commit(change: Commit): Promise<CommitOutcome>;
  message(sessionId: string, messageId: string): Promise<Message | undefined>;
  /** The messages with a `seq` above `after` (default: all), in `seq` order; at most `limit` of them. */
  messages(sessionId: string, after?: number, limit?: number): Promise<Message[]>;
  /** The assistant's token usage of one session, oldest first. */
  usage(sessionId: string): Promise<TokenUsage[]>;

  list(query: SessionListQuery): Promise<Page<SessionRecord>>;
  /** In the agents' order: see `queueRank`. Without sessions that another one continues. */
  queue(query: QueueQuery): Promise<Page<SessionRecord>>;
  /** Closed sessions by the time at which they were closed. */
  closed(query: ClosedQuery): Promise<Page<SessionRecord>>;
  search(query: SearchQuery): Promise<Page<SearchHit>>;
  /** The current number of sessions in a state. */
  count(status: SessionStatus): Promise<number>;
  /**
   * Adds an activity without a stored conversation to the hourly figures, such as a model call whose
   * conversation was deleted in the meantime; idempotent by id.
   */
  addActivity(activity: Activity): Promise<void>;
  /** The hours in `[from, to)` that have any activity, oldest first. */
  activity(from: string, to: string): Promise<HourlyActivity[]>;
  /** The questions whose answers need a review, with answers since a time, the newest answer first. */
  questionsToReview(since: string, limit: number): Promise<QuestionToReview[]>;

  /**
   * Deletes a session, its messages, usage, notices and index entries; false if it did not exist. With
   * `expected`, a session that was written since is not deleted, and the result is false. An interrupted
   * deletion is always completed, without a check of `expected`.
   */
  delete(sessionId: string, expected?: Version): Promise<boolean>;
  /**
   * The ids of sessions whose newest message is older than a time, in any state except `claimed`, oldest day
   * first; the order within a day is not guaranteed. Interrupted deletions come first. Sessions that another
   * one continues are left out.
   */
  idleSince(before: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
}
