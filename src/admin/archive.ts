import type { TokenUsage } from '../spending/records/token-usage.ts';
import { entityTag } from '../lib/entity-tag.ts';
import type { Contact } from '../conversations/records/contact.ts';
import type { SentEmail } from '../conversations/records/sent-email.ts';
import type { VisitorRating } from '../conversations/records/visitor-rating.ts';
import type { Message } from '../conversations/records/message.ts';
import { SESSION_STATUSES, type SessionRecord, type VisitedPage } from '../conversations/records/session.ts';
import { publicSession, type Session } from '../conversations/records/public-session.ts';
import type { ClosedQuery, ConversationStore, Page, QueueQuery, SessionListQuery } from '../ports.ts';
import type { Note } from '../conversations/records/note.ts';
import { partsOf } from '../conversations/rules/thread.ts';
import { tagNames } from '../conversations/rules/tags.ts';
import type { Notes } from '../conversations/notes.ts';
import type { Tags } from '../conversations/tags.ts';
import { requireConversation } from '../conversations/reading.ts';
import { threadMessages } from '../conversations/threads.ts';
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

interface ArchiveQuery extends Omit<SessionListQuery, 'sortBy'> {
  /** `waiting`: the agents' order, see `queueRank`; `closed`: by the time of the close. */
  sortBy: SessionListQuery['sortBy'] | 'waiting' | 'closed';
  /** Of `closed`. */
  closed?: Pick<ClosedQuery, 'from' | 'to' | 'order'>;
  /** Of `waiting`, in place of facets. */
  waiting?: Pick<QueueQuery, 'sourceDomain' | 'tagId'>;
}

/** Lists, reads, exports and deletes the stored conversations. */
export interface Archive extends Pick<ConversationStore, 'search'>, Removals {
  list(query: ArchiveQuery): Promise<Page<SessionRecord>>;
  /** The whole thread of a session. Throws `session-not-found` if it does not exist. */
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
  const { store, notes, tags, threads } = dependencies;

  const notesOf = async (session: SessionRecord) =>
    (await Promise.all(partsOf(session).map((id) => notes.list(id)))).flat();

  async function transcriptOf(
    session: SessionRecord,
    names: ReadonlyMap<string, string>,
    listed: readonly Note[] | Promise<readonly Note[]> = notesOf(session),
  ): Promise<Transcript> {
    const [messages, usage, written] = await Promise.all([
      threadMessages(store, session),
      Promise.all(partsOf(session).map((id) => store.usage(id))),
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
      usage: usage.flat(),
      ...(written.length > 0 && { notes: [...written] }),
    };
  }

  return {
    async list({ sortBy, closed, waiting, ...query }) {
      const { status, activeSince, facets, limit, cursor } = query;
      const page = { limit, ...(cursor !== undefined && { cursor }) };
      switch (sortBy) {
        case 'closed':
          // A closed conversation has one state only.
          if (!closed || (status !== undefined && status !== 'closed')) return { items: [] };
          return await store.closed({ ...closed, ...(facets && { facets }), ...page });
        case 'waiting':
          return await store.queue({
            ...waiting,
            ...(status !== undefined && { status }),
            ...(activeSince !== undefined && { activeSince }),
            ...page,
          });
        default:
          return await store.list({ sortBy, ...query });
      }
    },
    search: (query) => store.search(query),

    async read(sessionId) {
      const { session, version } = await threads.newest(await requireConversation(store, sessionId));
      const [written, named] = await Promise.all([notesOf(session), tags.names()]);
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
        // The newest session of a thread has the messages of all.
        const newest = page.items.filter(({ continuedBy }) => continuedBy === undefined);
        const read = await Promise.all(newest.map((session) => transcriptOf(session, names)));
        // Skips conversations that were deleted in the meantime.
        yield* read.filter(({ messages }) => messages.length > 0);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    },

    ...removals(dependencies),
  };
}
