import type { Ledger, LedgerEntry } from '../../../ports.ts';
import type { Database } from './database.ts';
import { partsOf, text, versionOf, type Row } from './rows.ts';

/** Sorts after every id. */
const AFTER_LAST_ID = '\uFFFF';
/** How many documents are read in one turn of the event loop; those of vectors have 130 KB. */
const IN_ONE_TURN = 16;

/** Small documents with optimistic concurrency, in the conversations' database. */
export function ledger({ file, read: readRows, write }: Database): Ledger {
  const select = file.prepare('SELECT pk, version, id, value FROM ledger WHERE kind = ? AND id = ?');
  const selectAfter = file.prepare(
    'SELECT pk, version, id, value FROM ledger WHERE kind = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const selectNewest = file.prepare(
    'SELECT pk, version, id, value FROM ledger WHERE kind = ? AND id < ? ORDER BY id DESC LIMIT ?',
  );
  const insert = file.prepare(
    'INSERT INTO ledger (kind, id, value, version) VALUES (?, ?, ?, 1) ON CONFLICT DO NOTHING RETURNING pk, version',
  );
  const update = file.prepare(`
    UPDATE ledger SET value = ?, version = version + 1
    WHERE pk = ? AND version = ? AND kind = ? AND id = ? RETURNING pk, version`);
  const remove = file.prepare('DELETE FROM ledger WHERE pk = ? AND version = ? AND kind = ? AND id = ?');

  const entryOf = (row: Row) => {
    const value: unknown = JSON.parse(text(row, 'value'));
    return { id: text(row, 'id'), value, version: versionOf(row) };
  };

  return {
    read: (kind, id) =>
      readRows(() => {
        const row = select.get(kind, id);
        return row && entryOf(row);
      }),

    async list(kind) {
      const entries: LedgerEntry[] = [];
      for (let after = ''; ;) {
        const some = await readRows(() => selectAfter.all(kind, after, IN_ONE_TURN).map(entryOf));
        entries.push(...some);
        const last = some.at(-1);
        if (some.length < IN_ONE_TURN || !last) return entries;
        after = last.id;
      }
    },

    newest: (kind, limit, before = AFTER_LAST_ID) =>
      readRows(() => selectNewest.all(kind, before, limit).map(entryOf)),

    write: (kind, id, value, expected) =>
      write(() => {
        const json = JSON.stringify(value);
        const { pk, version } = partsOf(expected);
        const row =
          expected === 'absent' ? insert.get(kind, id, json) : update.get(json, pk, version, kind, id);
        return row && versionOf(row);
      }),

    remove(kind, id, expected) {
      const { pk, version } = partsOf(expected);
      return write(() => remove.run(pk, version, kind, id).changes === 1);
    },
  };
}
