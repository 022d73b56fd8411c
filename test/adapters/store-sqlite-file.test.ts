import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { isUnavailable } from '../../src/adapters/store/sqlite/failures.ts';
import { AppError } from '../../src/core/errors.ts';
import { begin, START } from '../support/stores/conversations.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('The SQLite store', () => {
  const folder = freshFixture(() => dataFolder());

  /** The error of opening the store, with the sentence of its cause. */
  function opening(dataDir: string): { code: string; cause: string } {
    try {
      void sqliteStore({ dataDir }).close();
    } catch (error) {
      if (error instanceof AppError) return { code: error.code, cause: String(error.cause) };
      throw error;
    }
    throw new Error('It opened.');
  }

  it('gives only the owner access to its files, whatever the umask', async () => {
    const dataDir = join(folder.dataDir, 'data');
    const modes = async () => {
      const names = (await readdir(dataDir)).toSorted();
      const all = await Promise.all(names.map(async (name) => [name, await modeOf(join(dataDir, name))]));
      return { folder: await modeOf(dataDir), ...Object.fromEntries(all) };
    };
    const files = ['conversations.db', 'counters.db'].flatMap((name) => [name, `${name}-shm`, `${name}-wal`]);
    const expected = { folder: '700', ...Object.fromEntries(files.map((name) => [name, '600'])) };

    const before = process.umask(0);
    try {
      const store = sqliteStore({ dataDir });
      await begin(store.conversations);
      await store.counters.hit(['a'], 1000, Date.parse(START));
      expect(await modes()).toEqual(expected);
      await chmod(dataDir, 0o755);
      for (const name of files) await chmod(join(dataDir, name), 0o644);
      const again = sqliteStore({ dataDir });
      await begin(again.conversations);
      expect(await modes()).toEqual(expected);
      await again.close();
      await store.close();
    } finally {
      process.umask(before);
    }
  });

  it('does not open in a folder that cannot be created, and names the file', async () => {
    const taken = join(folder.dataDir, 'taken');
    await writeFile(taken, '');
    const { code, cause } = opening(taken);
    expect(code).toBe('store-unavailable');
    expect(cause).toContain(join(taken, 'conversations.db'));
  });

  it('does not open if its file cannot be written', async () => {
    await mkdir(join(folder.dataDir, 'conversations.db'));
    expect(opening(folder.dataDir).code).toBe('store-unavailable');
  });

  it('does not open a file that is not a database', async () => {
    await writeFile(join(folder.dataDir, 'conversations.db'), 'This is not a database. '.repeat(100));
    expect(opening(folder.dataDir).code).toBe('store-unavailable');
  });

  it('does not open a store that another release has created', async () => {
    await sqliteStore(folder).close();
    const file = new DatabaseSync(join(folder.dataDir, 'conversations.db'));
    file.exec('PRAGMA user_version = 1000');
    file.close();
    expect(opening(folder.dataDir).code).toBe('store-unavailable');
  });

  it('refuses to return a stored session that is invalid', async () => {
    const { conversations, close } = sqliteStore(folder);
    const { session } = await begin(conversations);
    const file = new DatabaseSync(join(folder.dataDir, 'conversations.db'));
    file.exec(`UPDATE session SET record = json_set(record, '$.status', 'asleep')`);
    file.close();
    await expect(conversations.load(session.sessionId)).rejects.toThrow(/status/);
    await close();
  });

  it('reopens the conversations that it stored', async () => {
    const before = sqliteStore(folder);
    const { session } = await begin(before.conversations, 'still here');
    await before.close();
    const { conversations, close } = sqliteStore(folder);
    expect((await conversations.load(session.sessionId))?.session).toEqual(session);
    expect((await conversations.search({ text: 'still', limit: 5 })).items).toHaveLength(1);
    await close();
  });

  it('stores pending writes before it closes', async () => {
    const before = sqliteStore(folder);
    const asked = begin(before.conversations);
    await before.close();
    const { session } = await asked;
    const { conversations, close } = sqliteStore(folder);
    expect(await conversations.load(session.sessionId)).toBeDefined();
    await close();
  });

  it('refuses writes but allows reads while another program holds its file', async () => {
    const { conversations, ledger, counters, close } = sqliteStore({
      dataDir: folder.dataDir,
      busyTimeoutMs: 20,
    });
    const { session } = await begin(conversations);
    const others = ['conversations.db', 'counters.db'].map((name) => {
      const other = new DatabaseSync(join(folder.dataDir, name));
      other.exec('BEGIN IMMEDIATE');
      return other;
    });
    const refused = [
      begin(conversations),
      begin(conversations),
      conversations.delete(session.sessionId),
      ledger.write('a', 'b', 1, 'absent'),
      counters.hit(['a'], 60_000, 0),
    ];
    expect(await Promise.all(refused.map(refusal))).toEqual(refused.map(() => 'store-unavailable'));
    expect(await conversations.load(session.sessionId)).toBeDefined();
    for (const other of others) other.close();
    await begin(conversations);
    await counters.hit(['a'], 60_000, 0);
    await close();
  });

  it('fails only the invalid write of several concurrent writes', async () => {
    const { conversations, close } = sqliteStore(folder);
    const { session, message, version: expected } = await begin(conversations);
    const beside = [begin(conversations), begin(conversations)];
    const again = { ...message, id: 'another id with a place that is taken' };
    const mistake = conversations.commit({ session, expected, append: [again] });
    beside.push(begin(conversations));
    await expect(mistake).rejects.toThrow(/UNIQUE/);
    for (const { session: stored } of await Promise.all(beside)) {
      expect(await conversations.messages(stored.sessionId)).toHaveLength(1);
    }
    expect((await conversations.load(session.sessionId))?.version).toBe(expected);
    await close();
  });

  it.each([
    ['a full disk', 13, true],
    ['an I/O error with an extended code', 10 | (3 << 8), true],
    ['a corrupt index', 11 | (1 << 8), true],
    ['a mistake in a statement', 1, false],
    ['a broken constraint', 19, false],
  ])('maps %s to unavailable or to a fault', (_what, errcode, unavailable) => {
    expect(isUnavailable(Object.assign(new Error(), { errcode }))).toBe(unavailable);
  });

  it('removes expired rate-limit windows when it counts a hit', async () => {
    const { counters, close } = sqliteStore(folder);
    const keys = (prefix: string) => Array.from({ length: 100 }, (_, n) => `${prefix}${n}`);
    await counters.hit(keys('old'), 1000, 0);
    await counters.hit(keys('new'), 1000, 1000);
    const file = new DatabaseSync(join(folder.dataDir, 'counters.db'), { readOnly: true });
    expect(file.prepare('SELECT count(*) AS rows FROM counter').get()).toEqual({ rows: 100 });
    file.close();
    await close();
  });

  it('removes the words of a deleted message from its file', async () => {
    const { conversations, close } = sqliteStore(folder);
    const { session } = await begin(conversations, 'xylophone xylophone', { at: START });
    await begin(conversations, 'something else');
    await conversations.delete(session.sessionId);
    await close();
    const bytes = await readFile(join(folder.dataDir, 'conversations.db'));
    expect(bytes.includes('xylo')).toBe(false);
    expect(bytes.includes('something')).toBe(true);
  });
});
