import * as z from 'zod/mini';
import type { Ledger, LedgerEntry, Random } from '../../../ports.ts';
import { itemId, type Found, type Items, type Refused } from './container.ts';
import { plain } from './documents.ts';

const Entry = z.object({ key: z.string(), value: z.unknown(), writeId: z.string() });
const Listed = z.object({ _etag: z.string() });

/** Sorts after every id. */
const BEYOND = '\uFFFF';

/** Small documents under optimistic concurrency, one partition per kind. */
export function ledger(items: Items, random: Random): Ledger {
  function entryOf({ item, etag }: Found): LedgerEntry {
    const { key, value } = Entry.parse(item);
    return { id: key, value, version: etag };
  }

  const listed = (item: unknown) => entryOf({ item, etag: Listed.parse(item)._etag });

  /** A retried write that was refused may be the one that is stored. */
  async function ownVersion(
    kind: string,
    id: string,
    writeId: string,
    { repeated }: Refused,
  ): Promise<string | undefined> {
    const found = repeated ? await items.read('ledger.read', kind, id) : undefined;
    return found && Entry.parse(found.item).writeId === writeId ? found.etag : undefined;
  }

  return {
    async read(kind, key, consistency) {
      const found = await items.read('ledger.read', kind, itemId(key), consistency);
      return found && entryOf(found);
    },

    async list(kind, consistency = 'session') {
      const rows = await items.query('ledger.list', { sql: 'SELECT * FROM c', partition: kind, consistency });
      return rows.map(listed).sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    async newest(kind, limit, before) {
      const rows = await items.query('ledger.newest', {
        sql: 'SELECT TOP @limit * FROM c WHERE c.id < @before ORDER BY c.id DESC',
        parameters: { limit, before: before === undefined ? BEYOND : itemId(before) },
        partition: kind,
      });
      return rows.map(listed);
    },

    async write(kind, key, value, expected) {
      const writeId = random.uuid();
      const item = plain({ id: itemId(key), kind, key, value, writeId });
      const written =
        expected === 'absent'
          ? await items.create('ledger.write', item)
          : await items.replace('ledger.write', kind, item, expected);
      return written.ok ? written.etag : await ownVersion(kind, item.id, writeId, written);
    },

    async remove(kind, key, expected) {
      const removed = await items.remove('ledger.remove', kind, itemId(key), expected);
      // True if this call deleted it or it did not exist: an attempt whose answer was lost may have deleted
      // it.
      return removed.ok || (removed.repeated && removed.status === 404);
    },
  };
}
