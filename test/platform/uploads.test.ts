import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { uploadDirectory } from '../../src/adapters/uploads/directory.ts';
import { AppError } from '../../src/core/errors.ts';
import { UPLOAD_LIMITS } from '../../src/platform/rules/uploads.ts';
import type { Ledger, UploadStorage } from '../../src/ports.ts';
import { uploads } from '../../src/platform/uploads.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const ADMIN = 'admin';
const TEXT = Buffer.from('Hello');

const folder = freshFixture(() => dataFolder());
const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => ({ ...movedClock(), close: () => Promise.resolve() }));

/** The uploads as one instance has them, with parts of its storage or ledger replaced. */
function open(replaced: { storage?: Partial<UploadStorage>; ledger?: Partial<Ledger> } = {}) {
  return uploads({
    clock,
    random: realRandom,
    telemetry: recordingTelemetry(),
    ledger: { ...store.ledger, ...replaced.ledger },
    uploadStorage: { ...uploadDirectory(folder), ...replaced.storage },
  });
}

const begin = async () =>
  (await open().begin(ADMIN, { purpose: 'knowledge', fileName: 'a.txt', bytes: TEXT.length })).id;

/** A file whose blocks are there. */
async function sent(): Promise<string> {
  const id = await begin();
  await open().putBlock(ADMIN, id, 0, TEXT);
  return id;
}

const stored = () => readdir(join(folder.dataDir, 'uploads'));

test('a block that arrives during the deletion of its upload is deleted', async () => {
  const id = await begin();
  const { putBlock } = uploadDirectory(folder);
  const late = open({
    storage: {
      async putBlock(...block) {
        await open().remove(ADMIN, id);
        await putBlock(...block);
      },
    },
  });
  expect(await refusal(late.putBlock(ADMIN, id, 0, TEXT))).toBe('upload-not-found');
  expect(await stored()).toEqual([]);
});

test('a text that is read during the deletion of its upload is not stored', async () => {
  const id = await sent();
  await open().complete(ADMIN, id);
  const late = open({
    ledger: {
      async write(kind, ...of) {
        if (kind === 'upload-texts') await open().remove(ADMIN, id);
        return await store.ledger.write(kind, ...of);
      },
    },
  });
  expect(await refusal(late.saveText(ADMIN, id, { text: 'Hello' }))).toBe('upload-not-found');
  expect(await store.ledger.list('upload-texts')).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('a file is completed without another upload if an instance crashed after joining its blocks', async () => {
  const id = await sent();
  const ending = open({
    ledger: { write: () => Promise.reject(new AppError('store-unavailable')) },
  });
  expect(await refusal(ending.complete(ADMIN, id))).toBe('store-unavailable');
  expect((await open().find(ADMIN, id)).missing).toEqual([]);
  expect(await open().complete(ADMIN, id)).toMatchObject({ complete: true, type: 'text' });
});

test('a file is completed by several simultaneous calls', async () => {
  const id = await sent();
  const calls = Array.from({ length: 8 }, () => open().complete(ADMIN, id));
  for (const upload of await Promise.all(calls)) {
    expect(upload).toMatchObject({ complete: true, type: 'text' });
  }
});

test('an expired upload that cannot be deleted neither blocks the others nor counts in the limit', async () => {
  const stuck = await sent();
  const other = await sent();
  const { remove } = uploadDirectory(folder);
  const partly = open({
    storage: {
      remove: (id) => (id === stuck ? Promise.reject(new AppError('files-unavailable')) : remove(id)),
    },
  });
  clock.advance(UPLOAD_LIMITS.knowledge.keptMs);
  expect(await refusal(partly.removeExpired())).toBe('files-unavailable');
  expect(await stored()).toEqual([stuck]);
  expect(await refusal(open().find(ADMIN, other))).toBe('upload-not-found');
  for (let count = 0; count < UPLOAD_LIMITS.knowledge.maxOpen; count++) await begin();
  expect(await open().removeExpired()).toBe(1);
});

test('an upload that another instance has just changed is found despite a lagging replica', async () => {
  const id = await sent();
  await open().complete(ADMIN, id);
  await open().saveText(ADMIN, id, { text: 'Hello' });
  const lagging = open({
    ledger: {
      read: (kind, key, consistency) =>
        consistency === 'strong' ? store.ledger.read(kind, key, consistency) : Promise.resolve(undefined),
    },
  });
  expect(await lagging.find(ADMIN, id)).toMatchObject({ id, complete: true });
  expect(await lagging.textOf(ADMIN, id)).toEqual({ text: 'Hello' });
  await lagging.remove(ADMIN, id);
  expect(await store.ledger.list('uploads')).toEqual([]);
});
