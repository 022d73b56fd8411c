import * as z from 'zod/mini';
import type { ConversationStore, ReadConsistency } from '../../../ports.ts';
import { StoredUsage, usageFrom } from '../stored-records.ts';
import type { Items } from './container.ts';
import { isDeletionMark, messageFrom, SESSION_ITEM, sessionFrom, type SessionWithMessages } from './items.ts';

const UsageRow = z.object({ id: z.string(), usage: StoredUsage });

/** Larger than any conversation. */
const MAX_MESSAGES = 1_000_000;

type Reads = Pick<ConversationStore, 'load' | 'message' | 'messages' | 'usage'>;

/** Reads the session's item with its embedded messages, by one point read. */
export async function readSession(
  items: Items,
  sessionId: string,
  consistency?: ReadConsistency,
): Promise<SessionWithMessages | undefined> {
  const found = await items.read('load', sessionId, SESSION_ITEM, consistency);
  return found && !isDeletionMark(found.item) ? sessionFrom(found) : undefined;
}

/** Reads within one conversation, which is one logical partition; mostly point reads. */
export function reads(items: Items): Reads {
  return {
    async load(sessionId, consistency) {
      const carried = await readSession(items, sessionId, consistency);
      return carried && { session: carried.session, recent: carried.recent, version: carried.version };
    },

    async message(sessionId, messageId) {
      const found = await items.read('message', sessionId, messageId);
      const stored = found && messageFrom(found);
      if (!stored) return undefined;
      const { writeId: _w, ...message } = stored;
      return message;
    },

    async messages(sessionId, after = 0, limit = MAX_MESSAGES) {
      const carried = await readSession(items, sessionId);
      if (!carried) return [];
      // Polling clients find new messages embedded in the session, at a third of a query's charge.
      if ((carried.recent[0]?.seq ?? 1) <= after + 1) {
        return carried.recent.filter(({ seq }) => seq > after).slice(0, limit);
      }
      const rows = await items.query('messages', {
        sql: 'SELECT TOP @limit * FROM c WHERE c.seq > @after ORDER BY c.seq',
        parameters: { after, limit },
        partition: sessionId,
      });
      return rows.flatMap((item) => {
        const stored = messageFrom({ item });
        if (!stored) return [];
        const { writeId: _w, ...message } = stored;
        return [message];
      });
    },

    async usage(sessionId) {
      const rows = await items.query('usage', {
        sql: 'SELECT c.id, c.usage FROM c WHERE c.seq > @after AND IS_DEFINED(c.usage) ORDER BY c.seq',
        parameters: { after: 0 },
        partition: sessionId,
      });
      return rows.flatMap((row) => {
        const { id, usage } = UsageRow.parse(row);
        return usageFrom(sessionId, id, usage);
      });
    },
  };
}
