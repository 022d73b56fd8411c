import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { expectWhole, writeFolder } from './support/written-folder.ts';

const folder = freshFixture(() => dataFolder());

const Kept = z.object({
  written: z.object({
    closed: z.string(),
    waiting: z.string(),
    left: z.string(),
    adminKey: z.string(),
    at: z.string(),
  }),
  /** The content of each file in base64, by its path. */
  files: z.record(z.string(), z.string()),
});

const Columns = z.array(z.object({ owner: z.string(), name: z.string() }));

test('a data folder of the release 0.1.0 is opened, and everything in it continues', async () => {
  const packed = await readFile(join(import.meta.dirname, '../fixtures/data-0.1.0.json.gz'));
  const { written, files } = Kept.parse(JSON.parse(gunzipSync(packed).toString()));
  for (const [path, content] of Object.entries(files)) {
    const to = join(folder.dataDir, path);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, Buffer.from(content, 'base64'));
  }
  await expectWhole(folder.dataDir, written);
});

test('after a rollback the records of a later release, which have more fields, are read', async () => {
  const written = await writeFolder(folder.dataDir);
  const file = new DatabaseSync(join(folder.dataDir, 'conversations.db'));
  const columns = Columns.parse(
    file
      .prepare(
        `SELECT t.name AS owner, c.name AS name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND c.name IN ('record', 'extras', 'usage', 'value')`,
      )
      .all(),
  );
  expect(columns.length).toBeGreaterThan(3);
  for (const { owner, name } of columns) {
    file.exec(
      `UPDATE ${owner} SET ${name} = json_set(${name}, '$.addedLater', json('{"by":"a later release"}'))
       WHERE json_valid(${name}) AND json_type(${name}) = 'object'`,
    );
  }
  file.close();
  await expectWhole(folder.dataDir, written);
});
