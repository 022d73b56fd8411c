import type { OperationInput } from '@azure/cosmos';
import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import type { ConversationStore } from '../../../ports.ts';
import type { Found, Items } from './container.ts';
import { deletionMark, isDeletionMark, OUTBOX_SEQ, SESSION_ITEM } from './documents.ts';

/** A batch holds 100 operations, one of which is for the session. */
const MESSAGES_PER_BATCH = 99;
/** A session of 4 000 messages needs 42 batches; each concurrent write costs one more. */
const MAX_BATCHES = 1_000;

const Row = z.object({ id: z.string() });

/**
 * Deletes a session's partition at the version that was read. Records that fit into one transaction are
 * deleted in one. A larger conversation is first replaced by a deletion mark, under the session's version:
 * from then on it is gone and cannot be written, and its messages are deleted batch by batch, the mark last.
 * An interrupted deletion is finished by the next deletion, or by the next caller that creates a session with
 * this id.
 */
export function deletion(
  items: Items,
): Pick<ConversationStore, 'delete'> & { finish(sessionId: string): Promise<void> } {
  const read = (sessionId: string) => items.read('delete', sessionId, SESSION_ITEM, 'strong');

  async function oldest(sessionId: string): Promise<string[]> {
    const rows = await items.query('delete', {
      sql: 'SELECT TOP @limit c.id FROM c WHERE c.seq >= @from ORDER BY c.seq',
      parameters: { limit: MESSAGES_PER_BATCH + 1, from: OUTBOX_SEQ },
      partition: sessionId,
      consistency: 'strong',
    });
    return rows.map((row) => Row.parse(row).id);
  }

  /**
   * Deletes the next messages of a session, and together with the last of them the session's item as it was
   * read.
   */
  async function removeNext(sessionId: string, ids: readonly string[], etag: string): Promise<boolean> {
    const isLast = ids.length <= MESSAGES_PER_BATCH;
    const messages = ids.slice(0, MESSAGES_PER_BATCH).map((id) => removal(id));
    const outcome = await items.batch('delete', sessionId, [
      ...messages,
      ...(isLast ? [removal(SESSION_ITEM, etag)] : []),
    ]);
    return outcome.ok && isLast;
  }

  /** One batch of the deletion; `true` once this call has deleted everything. */
  async function step(sessionId: string, { item, etag }: Found): Promise<boolean> {
    const ids = await oldest(sessionId);
    if (isDeletionMark(item) || ids.length <= MESSAGES_PER_BATCH) {
      return await removeNext(sessionId, ids, etag);
    }
    await items.replace('delete', sessionId, deletionMark(sessionId), etag);
    return false;
  }

  return {
    async delete(sessionId, expected) {
      let there = false;
      for (let batch = 0; batch < MAX_BATCHES; batch++) {
        const found = await read(sessionId);
        if (!found) return there;
        if (!isDeletionMark(found.item) && expected !== undefined && found.etag !== expected) return false;
        there = true;
        // Refused by a concurrent write; the next round reads the new state.
        if (await step(sessionId, found)) return true;
      }
      throw new AppError('store-unavailable');
    },

    async finish(sessionId) {
      for (let batch = 0; batch < MAX_BATCHES; batch++) {
        const found = await read(sessionId);
        if (!found || !isDeletionMark(found.item) || (await step(sessionId, found))) return;
      }
    },
  };
}

/** The SDK's type of a delete operation has no `ifMatch`; the service supports it. */
function removal(id: string, etag?: string): OperationInput {
  const operation = { operationType: 'Delete', id, ...(etag !== undefined && { ifMatch: etag }) } as const;
  return operation;
}
