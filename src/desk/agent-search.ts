import {
  isActiveWithin,
  isWithin,
  matchesFilter,
  type ConversationFilter,
} from '../conversations/rules/conversation-filter.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { Threads } from '../conversations/threads.ts';
import type { Page, Ports, SearchHit } from '../ports.ts';

interface AgentSearchQuery extends ConversationFilter {
  /** Words in a message; without it, conversations are listed. */
  text?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A conversation, with the message that matches the words. */
interface AgentSearchHit {
  session: SessionRecord;
  message?: SearchHit;
}

/** The maximum number of store pages read for one page of results. */
const MAX_PAGES = 10;

/**
 * The search over all conversations. The store's index finds the words; the other filters are applied to the
 * records of the conversations, of at most MAX_PAGES pages.
 */
export function agentSearch({ store, threads }: Pick<Ports, 'store'> & { threads: Pick<Threads, 'newest'> }) {
  /** The newest sessions of the threads of hits; deleted ones are left out. */
  async function sessionsOf(hits: readonly SearchHit[]): Promise<Map<string, SessionRecord>> {
    const ids = [...new Set(hits.map(({ sessionId }) => sessionId))];
    const read = await Promise.all(ids.map((id) => store.load(id)));
    const newest = await Promise.all(read.map(async (found) => found && (await threads.newest(found))));
    return new Map(ids.flatMap((id, at) => (newest[at] ? [[id, newest[at].session] as const] : [])));
  }

  /** Hits are sorted newest first, so the search ends at the first hit before `from`. */
  async function messages(query: AgentSearchQuery, text: string): Promise<Page<AgentSearchHit>> {
    const page = await store.search({ text, ...paging(query) });
    const sessions = await sessionsOf(page.items);
    const items = page.items.flatMap((message) => {
      const session = sessions.get(message.sessionId);
      const matches = session && matchesFilter(session, query) && isWithin(message.createdAt, query);
      return matches ? [{ session, message }] : [];
    });
    const oldest = page.items.at(-1)?.createdAt;
    const isPast = query.from !== undefined && oldest !== undefined && oldest < query.from;
    return { items, ...(!isPast && page.nextCursor !== undefined && { nextCursor: page.nextCursor }) };
  }

  async function conversations(query: AgentSearchQuery): Promise<Page<AgentSearchHit>> {
    const { from: activeSince, status, facets } = query;
    const listed = {
      sortBy: 'recent',
      ...paging(query),
      ...(activeSince !== undefined && { activeSince }),
      ...(status !== undefined && { status }),
      ...(facets && { facets }),
    } as const;
    const { items, ...next } = await store.list(listed);
    const found = items.filter(
      (session) =>
        session.continuedBy === undefined && matchesFilter(session, query) && isActiveWithin(session, query),
    );
    return { items: found.map((session) => ({ session })), ...next };
  }

  return {
    /** Newest first. A page may have fewer items than `limit`, or none, and still a `nextCursor`. */
    async find({ cursor: begin, ...query }: AgentSearchQuery): Promise<Page<AgentSearchHit>> {
      const items: AgentSearchHit[] = [];
      let cursor = begin;
      for (let read = 0; read < MAX_PAGES && items.length < query.limit; read++) {
        // At most the free room, because a cursor continues after the whole page that was read.
        const limit = query.limit - items.length;
        const asked = { ...query, limit, cursor };
        const { text } = query;
        const page = await (text === undefined ? conversations(asked) : messages(asked, text));
        items.push(...page.items);
        cursor = page.nextCursor;
        if (cursor === undefined) break;
      }
      return { items, ...(cursor !== undefined && { nextCursor: cursor }) };
    },
  };
}

const paging = ({ limit, cursor }: AgentSearchQuery) => ({ limit, ...(cursor !== undefined && { cursor }) });
