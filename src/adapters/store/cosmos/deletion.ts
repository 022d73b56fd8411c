import type { OperationInput } from '@azure/cosmos';
import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import type { ConversationStore } from '../../../ports.ts';
import type { Items } from './container.ts';
import { SESSION_ITEM } from './documents.ts';
import { readSession } from './reads.ts';

/** A batch holds 100 operations; one place is the session's. */
const MESSAGES_PER_BATCH = 99;
/** A session of 4 000 messages needs 41 batches; whoever writes meanwhile costs one more. */
const MAX_BATCHES = 1_000;

const Row = z.object({ id: z.string() });

/**
 * Removes a session's partition, oldest messages first and the session itself with the last of them. Until then the
 * session is found, so that a deletion that was cut short can be repeated; after it nothing is left. Where an expected
 * version has passed it ends: a conversation of more than one batch may have lost its oldest messages by then.
 */
export function deletion(items: Items): Pick<ConversationStore, 'delete'> {
  return {
    async delete(sessionId, expected) {
      let there = false;
      for (let batch = 0; batch < MAX_BATCHES; batch++) {
        const session = await readSession(items, sessionId);
        if (!session) return there;
        if (expected !== undefined && session.version !== expected) return false;
        there = true;
        const rows = await items.query('delete', {
          sql: 'SELECT TOP @limit c.id FROM c WHERE c.seq > @after ORDER BY c.seq',
          parameters: { limit: MESSAGES_PER_BATCH + 1, after: 0 },
          partition: sessionId,
        });
        const messages = rows.slice(0, MESSAGES_PER_BATCH).map((row) => removal(Row.parse(row).id));
        const whole = rows.length <= MESSAGES_PER_BATCH;
        const last = whole ? [removal(SESSION_ITEM, session.version)] : [];
        // Refused where somebody wrote or deleted meanwhile; the next round sees what is there then.
        await items.batch('delete', sessionId, [...messages, ...last]);
      }
      throw new AppError('store-unavailable');
    },
  };
}

/** The SDK's own type of a removal has no condition; the service knows one. */
function removal(id: string, etag?: string): OperationInput {
  const operation = { operationType: 'Delete', id, ...(etag !== undefined && { ifMatch: etag }) } as const;
  return operation;
}
