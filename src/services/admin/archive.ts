import type { TokenUsage } from '../../domain/records/token-usage.ts';
import { entityTag } from '../../domain/entity-tag.ts';
import type { Contact } from '../../domain/records/contact.ts';
import type { SentEmail } from '../../domain/records/sent-email.ts';
import type { VisitorRating } from '../../domain/records/visitor-rating.ts';
import type { Message } from '../../domain/records/message.ts';
import {
  publicSession,
  SESSION_STATUSES,
  type Session,
  type SessionRecord,
  type VisitedPage,
} from '../../domain/records/session.ts';
import type { ConversationStore, Page, SessionListQuery } from '../../ports.ts';
import type { Note } from '../../domain/records/note.ts';
import { tagNames } from '../../domain/tags.ts';
import type { Notes } from '../desk/notes.ts';
import type { Tags } from '../desk/tags.ts';
import { requireConversation } from '../chat/reading.ts';
import { removals, type RemovalDependencies, type Removals } from './removals.ts';

/** A complete conversation with its usage. */
export interface Transcript extends Session {
  /** The assistant of its widget; absent for the default one. */
  assistantId?: string;
  /** The contact details of a left message. */
  contact?: Contact;
  /** The e-mails to the visitor. */
  emails?: readonly SentEmail[];
  visitorRating?: VisitorRating;
  pages?: readonly VisitedPage[];
  /** The names of its tags, including deleted ones. */
  tags?: string[];
  messages: Message[];
  usage: TokenUsage[];
  /** The agents' notes; absent if there are no notes. */
  notes?: Note[];
}

/** A conversation for a conditional request. */
interface TranscriptReading {
  /** The entity tag of the transcript, from the versions of the session and of its notes. */
  etag: string;
  /** Loads the messages and the usage. */
  transcript(): Promise<Transcript>;
}

/** A list of conversations; by `waiting` it has the agents' order, see `queueRank`. */
type ArchiveQuery = Omit<SessionListQuery, 'sortBy'> & { sortBy: SessionListQuery['sortBy'] | 'waiting' };

/** Lists, reads, exports and deletes the stored conversations. */
export interface Archive extends Pick<ConversationStore, 'search'>, Removals {
  list(query: ArchiveQuery): Promise<Page<SessionRecord>>;
  /** Throws `session-not-found` if it does not exist. */
  read(sessionId: string): Promise<TranscriptReading>;
  /** The number of stored conversations. */
  size(): Promise<number>;
  /** Every conversation that existed at the start, newest first; at most BATCH are in memory. */
  transcripts(): AsyncGenerator<Transcript, void, void>;
}

/** How many transcripts are read at the same time. */
const BATCH = 10;

type Dependencies = RemovalDependencies & { notes: Pick<Notes, 'list'>; tags: Pick<Tags, 'names'> };

export function archive(dependencies: Dependencies): Archive {
  const { store, notes, tags } = dependencies;

  async function transcriptOf(
    session: SessionRecord,
    names: ReadonlyMap<string, string>,
    listed: readonly Note[] | Promise<readonly Note[]> = notes.list(session.sessionId),
  ): Promise<Transcript> {
    const { sessionId } = session;
    const [messages, usage, written] = await Promise.all([
      store.messages(sessionId),
      store.usage(sessionId),
      listed,
    ]);
    const { assistantId, contact, emails, visitorRating, pages } = session;
    const named = tagNames(session, names);
    return {
      ...publicSession(session),
      ...(assistantId !== undefined && { assistantId }),
      ...(contact && { contact }),
      ...(emails && { emails }),
      ...(visitorRating && { visitorRating }),
      ...(pages && { pages }),
      ...(named.length > 0 && { tags: named }),
      messages,
      usage,
      ...(written.length > 0 && { notes: [...written] }),
    };
  }

  return {
    list: ({ sortBy, ...query }) =>
      sortBy === 'waiting' ? store.queue(query) : store.list({ sortBy, ...query }),
    search: (query) => store.search(query),

    async read(sessionId) {
      const [{ session, version }, written, named] = await Promise.all([
        requireConversation(store, sessionId),
        notes.list(sessionId),
        tags.names(),
      ]);
      const tagsVersion = session.tagIds ? `.${named.etag.slice(1, -1)}` : '';
      return {
        // Notes are immutable, so their number is their version.
        etag: entityTag(
          `${version}.${Date.parse(session.createdAt).toString(36)}.${written.length}${tagsVersion}`,
        ),
        transcript: () => transcriptOf(session, named.names, written),
      };
    },

    async size() {
      const counts = await Promise.all(SESSION_STATUSES.map((status) => store.count(status)));
      return counts.reduce((sum, count) => sum + count, 0);
    },

    async *transcripts() {
      const { names } = await tags.names();
      let cursor: string | undefined;
      do {
        const page = await store.list({ sortBy: 'recent', limit: BATCH, ...(cursor && { cursor }) });
        const read = await Promise.all(page.items.map((session) => transcriptOf(session, names)));
        // Skips conversations that were deleted in the meantime.
        yield* read.filter(({ messages }) => messages.length > 0);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    },

    ...removals(dependencies),
  };
}
