import type { TokenUsage } from '../../domain/records/token-usage.ts';
import { entityTag } from '../../domain/entity-tag.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import type { Contact } from '../../domain/records/contact.ts';
import type { VisitorRating } from '../../domain/records/visitor-rating.ts';
import type { Message } from '../../domain/records/message.ts';
import {
  publicSession,
  SESSION_STATUSES,
  type Session,
  type SessionRecord,
} from '../../domain/records/session.ts';
import type { ConversationStore, Ports, Version } from '../../ports.ts';
import type { Note } from '../../domain/records/note.ts';
import type { Judgments } from './judgments.ts';
import type { ConversationFileStore } from '../chat/conversation-files.ts';
import type { Notes } from '../desk/notes.ts';
import { requireConversation } from '../chat/reading.ts';
import type { VisitorMemory } from '../chat/visitor-memory.ts';

/** A whole conversation with its usage. */
export interface Transcript extends Session {
  /** How to reach the visitor, who has left a message. */
  contact?: Contact;
  /** What the visitor said of it after the close. */
  visitorRating?: VisitorRating;
  messages: Message[];
  usage: TokenUsage[];
  /** The agents' notes, if there are any. */
  notes?: Note[];
}

/** A conversation for an admin who may have it already. */
export interface TranscriptReading {
  /** The entity tag of the transcript: messages and usage are stored with the session, notes beside it. */
  etag: string;
  /** Loads the messages and the usage. */
  transcript(): Promise<Transcript>;
}

/** All stored conversations, as the admin surface reads, exports and deletes them. */
export interface Archive extends Pick<ConversationStore, 'list' | 'search'> {
  /** Opens a conversation with its version; `session-not-found` where there is none. */
  read(sessionId: string): Promise<TranscriptReading>;
  /** The number of stored conversations. */
  size(): Promise<number>;
  /** Every conversation that existed at the start, newest first; only a few are in memory at a time. */
  transcripts(): AsyncGenerator<Transcript, void, void>;
  /** Deletes a conversation; `session-not-found` where there is none. */
  remove(sessionId: string): Promise<void>;
  /** Deletes a conversation as it was read; false where it was written since, or is gone. */
  removeUnchanged(sessionId: string, expected: Version): Promise<boolean>;
  /** Finishes interrupted deletions: deletes what belonged to their conversations. */
  resume(): Promise<void>;
}

/** The ledger kind of deletions in progress. */
const REMOVALS = 'removals';

/** A version that matches no conversation: only the remains of a deleted one are removed. */
const NO_VERSION = '';
const FILES_AWAY: readonly ErrorCode[] = ['files-unavailable', 'uploads-not-configured'];
const MAX_RESUMED = 1_000;
/** How many transcripts are read at a time. */
const BATCH = 10;

type Dependencies = Pick<Ports, 'ledger' | 'store'> & {
  notes: Pick<Notes, 'list' | 'removeAll'>;
  visitors: Pick<VisitorMemory, 'forget'>;
  judgments: Pick<Judgments, 'removeAll'>;
  files: Pick<ConversationFileStore, 'removeAll'>;
};

export function archive({ store, ledger, notes, visitors, judgments, files }: Dependencies): Archive {
  async function transcriptOf(
    session: SessionRecord,
    listed: readonly Note[] | Promise<readonly Note[]> = notes.list(session.sessionId),
  ): Promise<Transcript> {
    const { sessionId } = session;
    const [messages, usage, written] = await Promise.all([
      store.messages(sessionId),
      store.usage(sessionId),
      listed,
    ]);
    const { contact, visitorRating } = session;
    return {
      ...publicSession(session),
      ...(contact && { contact }),
      ...(visitorRating && { visitorRating }),
      messages,
      usage,
      ...(written.length > 0 && { notes: [...written] }),
    };
  }

  async function removeAttached(sessionId: string): Promise<void> {
    await Promise.all([
      notes.removeAll(sessionId),
      judgments.removeAll(sessionId),
      visitors.forget(sessionId),
    ]);
    if (await haveFilesGone(sessionId)) await unlist(sessionId);
  }

  /** False where the file storage is away: the deletion stays listed, and no other one waits for it. */
  async function haveFilesGone(sessionId: string): Promise<boolean> {
    try {
      await files.removeAll(sessionId);
      return true;
    } catch (error) {
      if (error instanceof AppError && FILES_AWAY.some((code) => code === error.code)) return false;
      throw error;
    }
  }

  /**
   * Related documents are deleted after the conversation, so that a conversation that stays keeps its notes.
   * The ledger records the deletion first, so that an interrupted one is resumed.
   */
  async function remove(sessionId: string, expected?: Version): Promise<boolean> {
    await ledger.write(REMOVALS, sessionId, {}, 'absent');
    const removed = await store.delete(sessionId, expected);
    if (removed || !(await store.load(sessionId, 'strong'))) await removeAttached(sessionId);
    else await unlist(sessionId);
    return removed;
  }

  async function unlist(sessionId: string): Promise<void> {
    const entry = await ledger.read(REMOVALS, sessionId, 'strong');
    if (entry) await ledger.remove(REMOVALS, sessionId, entry.version);
  }

  return {
    list: (query) => store.list(query),
    search: (query) => store.search(query),

    async read(sessionId) {
      const [{ session, version }, written] = await Promise.all([
        requireConversation(store, sessionId),
        notes.list(sessionId),
      ]);
      return {
        // A note is never changed, so that their number is their version.
        etag: entityTag(`${version}.${Date.parse(session.createdAt).toString(36)}.${written.length}`),
        transcript: () => transcriptOf(session, written),
      };
    },

    async size() {
      const counts = await Promise.all(SESSION_STATUSES.map((status) => store.count(status)));
      return counts.reduce((sum, count) => sum + count, 0);
    },

    async *transcripts() {
      let cursor: string | undefined;
      do {
        const page = await store.list({ sortBy: 'recent', limit: BATCH, ...(cursor && { cursor }) });
        const read = await Promise.all(page.items.map((session) => transcriptOf(session)));
        // Skips conversations that were deleted while they were read.
        yield* read.filter(({ messages }) => messages.length > 0);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    },

    async remove(sessionId) {
      if (!(await remove(sessionId))) throw new AppError('session-not-found');
    },
    removeUnchanged: remove,

    async resume() {
      for (const { id } of await ledger.newest(REMOVALS, MAX_RESUMED)) {
        if (await store.load(id, 'strong')) await unlist(id);
        else await remove(id, NO_VERSION);
      }
    },
  };
}
