import type { Activity, HourlyActivity } from '../domain/activity.ts';
import type { UnansweredQuestion } from '../domain/questions.ts';
import type { OutboxEntry } from '../domain/records/outbox-entry.ts';
import type { Message, Rating, Role } from '../domain/records/message.ts';
import type { OutboxStore } from './outbox.ts';
import type { SessionRecord, SessionStatus } from '../domain/records/session.ts';
import type { TokenUsage } from '../domain/records/token-usage.ts';

/** An entity tag for conditional writes; opaque to all code but the adapter that issued it. */
export type Version = string;

/**
 * A page of a list that is ordered by an immutable or indexed key; `nextCursor` is absent on the last page.
 */
export interface Page<T> {
  items: T[];
  nextCursor?: string;
}

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
  status?: SessionStatus;
  /** Only sessions with this tag. */
  tagId?: string;
  limit: number;
  cursor?: string;
}

export interface QueueQuery {
  /** Only sessions whose newest message is at or after this time. */
  activeSince?: string;
  status?: SessionStatus;
  claimedBy?: string;
  /** The site of the conversation, as `sourceDomain` of src/domain/widgets.ts computes it. */
  sourceDomain?: string;
  tagId?: string;
  /** Only conversations of these registered widgets, by id. */
  ofWidgets?: readonly string[];
  /** Leaves out the conversations that wait for an agent on these registered widgets. */
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
  sourceDomain?: string;
  tagId?: string;
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
  /**
   * Sets or clears (`null`) the rating of an assistant's message together with the session; `conflict` as in
   * `commit`.
   */
  rate(
    change: Omit<Commit, 'append' | 'usage'> & { messageId: string; rating: Rating | null },
  ): Promise<CommitOutcome>;

  list(query: SessionListQuery): Promise<Page<SessionRecord>>;
  /** In the agents' order: see `queueRank`. */
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
  /** Assistant messages without an answer, newest first, each with the visitor's question. */
  unanswered(since: string, limit: number): Promise<UnansweredQuestion[]>;

  /**
   * Deletes a session, its messages, usage, notices and index entries; false if it did not exist. With
   * `expected`, a session that was written since is not deleted, and the result is false. An interrupted
   * deletion is always completed, without a check of `expected`.
   */
  delete(sessionId: string, expected?: Version): Promise<boolean>;
  /**
   * The ids of sessions whose newest message is older than a time, in any state except `claimed`, oldest day
   * first; the order within a day is not guaranteed. Interrupted deletions come first.
   */
  idleSince(before: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
}
