import { closedChat } from '../conversations/rules/closed-chats.ts';
import type { ClosedChatRecord } from '../conversations/records/closed-chat.ts';
import type { ClosedQuery, ConversationStore, Page } from '../ports.ts';
import type { Tags } from '../conversations/tags.ts';

/** How many conversations are read per request. */
const BATCH = 200;

interface Dependencies {
  store: Pick<ConversationStore, 'closed'>;
  tags: Pick<Tags, 'names'>;
}

/** The report on closed conversations, sorted by closing time. */
export function closedChats({ store, tags }: Dependencies) {
  async function page(query: ClosedQuery): Promise<Page<ClosedChatRecord>> {
    const [{ items, ...next }, { names }] = await Promise.all([store.closed(query), tags.names()]);
    return { items: items.flatMap((session) => closedChat(session, names) ?? []), ...next };
  }

  return {
    page,
    /** All matching conversations, with one page in memory at a time. */
    async *all(query: Omit<ClosedQuery, 'limit' | 'cursor'>): AsyncGenerator<ClosedChatRecord, void, void> {
      let cursor: string | undefined;
      do {
        const { items, nextCursor } = await page({ ...query, limit: BATCH, ...(cursor && { cursor }) });
        yield* items;
        cursor = nextCursor;
      } while (cursor !== undefined);
    },
  };
}
