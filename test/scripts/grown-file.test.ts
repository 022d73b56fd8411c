import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { grownFile } from '../../bench/support/grown-file.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { dataFolder } from '../support/files/data-folder.ts';

const WRITTEN = 20;
const COPIES = 3;

/** The file of a store: its schema, how it is kept, and its rows. */
function fileIn(dataDir: string) {
  const file = new DatabaseSync(join(dataDir, 'conversations.db'));
  const first = (sql: string) => Object.values(file.prepare(sql).get() ?? {})[0];
  const rows = (table: string) => Number(first(`SELECT count(*) FROM ${table}`));
  const is = {
    schema: file.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all(),
    settings: ['integrity_check', 'journal_mode'].map((name) => first(`PRAGMA ${name}`)),
    rows: ['session', 'message', 'message_text_docsize'].map(rows),
  };
  file.close();
  return is;
}

/** How many conversations are listed, messages read and conversations found. */
async function seenIn(dataDir: string): Promise<number[]> {
  const { conversations, close } = sqliteStore({ dataDir, synchronous: 'NORMAL' });
  const list = await conversations.list({ sortBy: 'recent', limit: 100 });
  const ids = new Set(list.items.map(({ sessionId }) => sessionId));
  const messages = await Promise.all([...ids].map((id) => conversations.messages(id)));
  const found = await conversations.search({ text: 'velo', limit: 100 });
  await close();
  return [ids.size, messages.flat().length, found.items.length];
}

it('A store of copied conversations has the same structure and search results as a written one', async () => {
  const [written, grown] = await Promise.all([dataFolder(), dataFolder()]);
  await grownFile(written.dataDir, WRITTEN, WRITTEN);
  await grownFile(grown.dataDir, COPIES * WRITTEN, WRITTEN);
  const small = fileIn(written.dataDir);
  const timesMore = (counts: readonly number[]) => counts.map((count) => count * COPIES);
  expect(fileIn(grown.dataDir)).toEqual({ ...small, rows: timesMore(small.rows) });
  expect(small.settings).toEqual(['ok', 'wal']);
  const seen = await seenIn(written.dataDir);
  expect(Math.min(...seen)).toBeGreaterThan(0);
  expect(await seenIn(grown.dataDir)).toEqual(timesMore(seen));
  await Promise.all([written.close(), grown.close()]);
});
