import * as z from 'zod/mini';
import type { OutboxEntry } from '../../../conversations/records/outbox-entry.ts';
import { deadSince, dueAt } from '../../../conversations/rules/outbox.ts';
import type { OutboxStore, Random, StoredEntry } from '../../../ports.ts';
import { cursorCodec } from '../cursor.ts';
import { StoredOutboxEntry } from '../stored-records.ts';
import type { Item, Items } from './container.ts';
import { OUTBOX_SEQ, toItem } from './items.ts';

const Row = z.object({ entry: StoredOutboxEntry, etag: z.string() });
const Dead = z.object({ deadSince: z.string() });
const Written = z.object({ writeId: z.string() });

/** A cursor contains a sort key, which is unique per entry. */
const position = cursorCodec(z.string());

/** Sorts after every key. */
const LAST = '\uFFFF';

const FIELDS = 'c.entry, c._etag AS etag';

const outboxItemId = (id: string) => `outbox-${id}`;

/**
 * The item of an entry, in its session's partition. `dueAt` and `deadSince` are the sort keys of its lists.
 * `deadSince` is unique, so that a cursor continues exactly after the last item.
 */
export function outboxItem(entry: OutboxEntry, writeId: string): Item {
  const dead = deadSince(entry);
  return toItem({
    id: outboxItemId(entry.id),
    sessionId: entry.sessionId,
    seq: OUTBOX_SEQ,
    dueAt: dueAt(entry),
    deadSince: dead === undefined ? undefined : `${dead}~${entry.id}`,
    entry,
    writeId,
  });
}

/** Undelivered notices. The cross-partition queries are only used by a timer and by admins. */
export function outbox(items: Items, random: Random): OutboxStore {
  const storedFrom = (row: unknown): StoredEntry => {
    const { entry, etag } = Row.parse(row);
    return { entry, version: etag };
  };

  return {
    async dueOutbox(before, limit) {
      const rows = await items.query('outbox.due', {
        sql: `SELECT TOP @limit ${FIELDS} FROM c WHERE c.dueAt <= @before ORDER BY c.dueAt ASC`,
        parameters: { limit, before },
      });
      return rows.map(storedFrom);
    },

    async outboxOf(sessionId) {
      // Another instance may have just stored an earlier notice of the conversation.
      const rows = await items.query('outbox.session', {
        sql: `SELECT ${FIELDS} FROM c WHERE c.seq = @seq`,
        parameters: { seq: OUTBOX_SEQ },
        partition: sessionId,
        consistency: 'strong',
      });
      return rows.map(storedFrom).sort((one, other) => one.entry.order - other.entry.order);
    },

    async deadOutbox({ limit, cursor }) {
      const rows = await items.query('outbox.dead', {
        sql: `SELECT TOP @limit ${FIELDS}, c.deadSince FROM c WHERE c.deadSince < @from ORDER BY c.deadSince DESC`,
        parameters: { limit: limit + 1, from: cursor === undefined ? LAST : position.decode(cursor) },
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map(storedFrom),
        ...(last !== undefined &&
          rows.length > limit && { nextCursor: position.encode(Dead.parse(last).deadSince) }),
      };
    },

    async saveEntry(entry, expected) {
      const { sessionId } = entry;
      const id = outboxItemId(entry.id);
      if (entry.deliveries.length === 0) {
        const removed = await items.remove('outbox.remove', sessionId, id, expected);
        return removed.ok || (removed.repeated && removed.status === 404) ? expected : undefined;
      }
      const writeId = random.uuid();
      const written = await items.replace('outbox.save', sessionId, outboxItem(entry, writeId), expected);
      if (written.ok) return written.etag;
      // If a retried write was refused, its first attempt may have been stored.
      const found = written.repeated ? await items.read('outbox.save', sessionId, id, 'strong') : undefined;
      return found && Written.parse(found.item).writeId === writeId ? found.etag : undefined;
    },
  };
}
