import * as z from 'zod/mini';
import type { Ledger, LedgerEntry, Random } from '../../../ports.ts';
import { itemId, type StoredItem, type Items, type RefusedWrite } from './container.ts';
import { toItem } from './items.ts';

const Entry = z.object({ key: z.string(), value: z.unknown(), writeId: z.string() });
const ListedItem = z.object({ _etag: z.string() });

/** Sorts after every id. */
const AFTER_LAST_ID = '\uFFFF';

/** Small documents with optimistic concurrency, one partition per kind. */
export function ledger(items: Items, random: Random): Ledger {
  function entryOf({ item, etag }: StoredItem): LedgerEntry {
    const { key, value } = Entry.parse(item);
    return { id: key, value, version: etag };
  }

  const listed = (item: unknown) => entryOf({ item, etag: ListedItem.parse(item)._etag });

  /** If a retried write was refused, its first attempt may have been stored. */
  async function ownVersion(
    kind: string,
    id: string,
    writeId: string,
    { repeated }: RefusedWrite,
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
        parameters: { limit, before: before === undefined ? AFTER_LAST_ID : itemId(before) },
        partition: kind,
      });
      return rows.map(listed);
    },

    async write(kind, key, value, expected) {
      const writeId = random.uuid();
      const item = toItem({ id: itemId(key), kind, key, value, writeId });
      const written =
        expected === 'absent'
          ? await items.create('ledger.write', item)
          : await items.replace('ledger.write', kind, item, expected);
      return written.ok ? written.etag : await ownVersion(kind, item.id, writeId, written);
    },

    async remove(kind, key, expected) {
      const removed = await items.remove('ledger.remove', kind, itemId(key), expected);
      // True if this call deleted the document or it did not exist. A previous attempt without an answer may
      // have deleted it.
      return removed.ok || (removed.repeated && removed.status === 404);
    },
  };
}
