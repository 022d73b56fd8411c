import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { uploadDirectory } from '../../src/adapters/uploads/directory.ts';
import type { UploadStorage } from '../../src/ports.ts';
import { attachmentIds } from '../../src/chat/attachment-ids.ts';
import { conversationFiles, type FileOwner } from '../../src/chat/conversation-files.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const TEXT = Buffer.from('Hello');
const uncounted = () => Promise.resolve();

const folder = freshFixture(() => dataFolder());
const sqlite = freshFixture(() => openSqlite());
const clock = freshFixture(() => ({ ...movedClock(), close: () => Promise.resolve() }));
const visitor = (): FileOwner => ({ sessionId: randomUUID(), from: 'visitor' });

/** The files of one instance, with parts of its storage replaced. */
const open = (storage: Partial<UploadStorage> = {}) =>
  conversationFiles({
    clock,
    random: realRandom,
    telemetry: recordingTelemetry(),
    store: sqlite.conversations,
    ledger: sqlite.ledger,
    uploadStorage: { ...uploadDirectory(folder), ...storage },
    ids: attachmentIds(realRandom, () => Promise.resolve(new Uint8Array(32))),
  });

/** A file whose blocks are all there. */
async function sent(of: FileOwner): Promise<string> {
  const { id } = await open().begin(of, { fileName: 'a.txt', bytes: TEXT.length });
  await open().putBlock(of, id, 0, TEXT);
  return id;
}

async function stored(): Promise<string[]> {
  const names = await readdir(join(folder.dataDir, 'uploads'), { recursive: true }).catch(() => []);
  return names.filter((name) => /(?:file|block)$/.test(name));
}

/** A storage that counts how many files are read, and how many of them concurrently. */
function watchedReads() {
  const reads = { all: 0, now: 0, most: 0 };
  return {
    reads,
    async *read(id: string) {
      reads.all++;
      reads.most = Math.max(reads.most, ++reads.now);
      yield* uploadDirectory(folder).read(id);
      reads.now--;
    },
  };
}

test('thirty simultaneous completions of one file check and count it once', async () => {
  const of = visitor();
  const id = await sent(of);
  const { reads, read } = watchedReads();
  let counted = 0;
  const files = open({ read });
  const count = () => {
    counted++;
    return Promise.resolve();
  };
  const completions = Array.from({ length: 30 }, () => files.complete(of, id, count));
  for (const file of await Promise.all(completions)) expect(file).toMatchObject({ id, type: 'text' });
  await files.complete(of, id, count);
  expect([reads.all, counted]).toEqual([1, 1]);
});

test('completed files are checked one at a time', async () => {
  const [of, { reads, read }] = [visitor(), watchedReads()];
  const files = open({ read });
  const ids = await Promise.all(Array.from({ length: 8 }, () => sent(of)));
  await Promise.all(ids.map((id) => files.complete(of, id, uncounted)));
  expect(reads).toEqual({ all: 8, now: 0, most: 1 });
});

test('an incomplete file is not counted', async () => {
  const of = visitor();
  const { id } = await open().begin(of, { fileName: 'a.txt', bytes: TEXT.length });
  const counting = () => Promise.reject(new Error('counted'));
  expect(await refusal(open().complete(of, id, counting))).toBe('upload-incomplete');
});

test.each(['join', 'read'] as const)(
  'a file that is removed before the %s of its completion is gone',
  async (step) => {
    const of = visitor();
    const id = await sent(of);
    const storage = uploadDirectory(folder);
    const files = open({
      async join(...file) {
        if (step === 'join') await open().remove(of, id);
        await storage.join(...file);
      },
      async *read(place) {
        if (step === 'read') await open().remove(of, id);
        yield* storage.read(place);
      },
    });
    expect(await refusal(files.complete(of, id, uncounted))).toBe('attachment-not-found');
    expect(await stored()).toEqual([]);
  },
);

test('a file that is removed after its check leaves no blocks in the storage', async () => {
  const of = visitor();
  const id = await sent(of);
  const storage = uploadDirectory(folder);
  const files = open({
    async *read(place) {
      yield* storage.read(place);
      await open().remove(of, id);
    },
  });
  expect(await refusal(files.complete(of, id, uncounted))).toBe('attachment-not-found');
  expect(await stored()).toEqual([]);
});

test('simultaneous removals and completions succeed or report a missing file, never an outage', async () => {
  const of = visitor();
  const outcomes = new Set<string>();
  for (let round = 0; round < 15; round++) {
    const id = await sent(of);
    const files = open();
    for (const call of [files.complete(of, id, uncounted), files.remove(of, id)]) {
      outcomes.add(
        await call.then(
          () => 'done',
          () => refusal(call),
        ),
      );
    }
  }
  outcomes.delete('attachment-not-found');
  expect([...outcomes]).toEqual(['done']);
});

test('an agent cannot read or change the unsent files of a colleague', async () => {
  const sessionId = randomUUID();
  const ann: FileOwner = { sessionId, from: 'agent', agent: 'ann' };
  const id = await sent(ann);
  const others: FileOwner[] = [
    { sessionId, from: 'agent', agent: 'ben' },
    { sessionId, from: 'agent' },
    { sessionId, from: 'visitor' },
  ];
  for (const other of others) {
    expect(await refusal(open().putBlock(other, id, 0, TEXT))).toBe('attachment-not-found');
    expect(await refusal(open().complete(other, id, uncounted))).toBe('attachment-not-found');
    await open().remove(other, id);
  }
  const file = await open().complete(ann, id, uncounted);
  for (const other of others) expect(await open().list(other)).toEqual([]);
  expect(await open().list(ann)).toEqual([file]);
});

test('a file that is reserved for a message cannot be removed, and a removed file cannot be reserved', async () => {
  const of = visitor();
  const id = await sent(of);
  await open().complete(of, id, uncounted);
  expect(await open().reserve(of, [id])).toBe(true);
  expect(await refusal(open().remove(of, id))).toBe('attachment-sent');
  // The message did not come.
  clock.advance(60_000);
  await open().remove(of, id);
  expect(await open().reserve(of, [id])).toBe(false);
  expect(await stored()).toEqual([]);
});

test('a file that is being removed cannot be reserved for a message', async () => {
  const of = visitor();
  const id = await sent(of);
  await open().complete(of, id, uncounted);
  const remove = async () => {
    expect(await open().reserve(of, [id])).toBe(false);
  };
  await open({ remove }).remove(of, id);
});
