import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { groupCommit } from '../../src/adapters/store/sqlite/group-commit.ts';
import { dataFolder } from '../support/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';

const folder = freshFixture(() => dataFolder());

it('writes wait in their order while other work holds the file, and are made after it', async () => {
  const file = new DatabaseSync(join(folder.dataDir, 'a.db'));
  const { write, hold } = groupCommit(file);
  const done: string[] = [];
  const before = write(() => done.push('before'));
  const { promise, resolve } = Promise.withResolvers<string>();
  const held = hold(() => promise);
  const after = write(() => done.push('after'));
  await nextTurn();
  await nextTurn();
  expect(done).toEqual([]);
  resolve('held');
  expect(await held).toBe('held');
  await Promise.all([before, after]);
  expect(done).toEqual(['before', 'after']);
  await write(() => done.push('later'));
  expect(done).toHaveLength(3);
  file.close();
});
