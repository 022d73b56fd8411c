import type { OperationInput } from '@azure/cosmos';
import * as z from 'zod/mini';
import { AppError } from '../../../core/errors.ts';
import type { ConversationStore } from '../../../ports.ts';
import type { StoredItem, Items } from './container.ts';
import { deletionMark, isDeletionMark, OUTBOX_SEQ, SESSION_ITEM } from './items.ts';

/** A batch can have 100 operations; one of them is for the session. */
const MESSAGES_PER_BATCH = 99;
/** The most batches. A session of 4 000 messages needs 42, and each concurrent write one more. */
const MAX_BATCHES = 1_000;

const Row = z.object({ id: z.string() });

/**
 * Deletes a session's partition at the version that was read. Small conversations are deleted in one
 * transaction. A larger one is first replaced by a deletion mark, under the session's version, so that it can
 * no longer be read or written. Its messages are then deleted in batches, and the mark last. The next
 * deletion, or the next creation of a session with this id, finishes an interrupted deletion.
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
   * Deletes the next messages of a session; with the last of them also the session's item at the version that
   * was read.
   */
  async function removeNext(sessionId: string, ids: readonly string[], etag: string): Promise<boolean> {
    const isLast = ids.length <= MESSAGES_PER_BATCH;
    const messages = ids.slice(0, MESSAGES_PER_BATCH).map((id) => deleteOperation(id));
    const outcome = await items.batch('delete', sessionId, [
      ...messages,
      ...(isLast ? [deleteOperation(SESSION_ITEM, etag)] : []),
    ]);
    return outcome.ok && isLast;
  }

  /** Deletes one batch. Returns true after everything is deleted. */
  async function step(sessionId: string, { item, etag }: StoredItem): Promise<boolean> {
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
        // Refused by a concurrent write. The next iteration reads the new state.
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

/** The SDK's type for a delete operation lacks `ifMatch`, which the service supports. */
function deleteOperation(id: string, etag?: string): OperationInput {
  const operation = { operationType: 'Delete', id, ...(etag !== undefined && { ifMatch: etag }) } as const;
  return operation;
}
