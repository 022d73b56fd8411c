import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openUploads } from '../../src/compose/storage.ts';
import { readConfig } from '../../src/config/config.ts';
import { BLOCK_BYTES, UPLOAD_LIMITS } from '../../src/platform/rules/uploads.ts';
import { UploadReply } from '../../src/platform/wire/uploads.ts';
import { CLOUD_COMPONENTS } from '../support/service/settings.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';
import { HOSTS, startService } from '../support/service/service.ts';
import { uploader } from './support/uploads.ts';

const uploadOf = async (response: Response) => UploadReply.parse(await response.json()).upload;

describe.each(HOSTS)('uploads on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));
  const admin = sharedFixture(() => uploader(service));

  test('a file is sent in blocks and then joined, and the missing blocks are listed until then', async () => {
    const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2 * BLOCK_BYTES)]);
    const begun = await admin.begin('big.pdf', file.length);
    expect(begun.status).toBe(201);
    const upload = await uploadOf(begun);
    expect(upload).toMatchObject({ blockBytes: BLOCK_BYTES, missing: [0, 1, 2], complete: false });
    expect(begun.headers.get('location')).toBe(`/api/uploads/${upload.id}`);
    // The last block first, and one of them twice: a line that breaks is taken up again.
    for (const index of [2, 0, 0]) {
      const block = file.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES);
      expect((await admin.putBlock(upload.id, index, block)).status).toBe(204);
    }
    const half = await admin.complete(upload.id);
    expect([half.status, await half.json()]).toMatchObject([
      409,
      { error: 'upload-incomplete', missing: [1] },
    ]);
    expect((await uploadOf(await service.get(`/api/uploads/${upload.id}`))).missing).toEqual([1]);
    await admin.putBlock(upload.id, 1, file.subarray(BLOCK_BYTES, 2 * BLOCK_BYTES));
    for (let again = 0; again < 2; again++) {
      const completed = await uploadOf(await admin.complete(upload.id));
      expect(completed).toMatchObject({ complete: true, missing: [], type: 'pdf' });
    }
    const late = await admin.putBlock(upload.id, 0, file.subarray(0, BLOCK_BYTES));
    expect([late.status, await late.json()]).toMatchObject([409, { error: 'upload-complete' }]);
  });

  test('a block is treated as bytes, even if it looks like headers or broken JSON', async () => {
    const text = '{"headers":{"x-forwarded-for":"1.2.3.4"},';
    const id = await admin.send('data.txt', Buffer.from(text));
    expect(await uploadOf(await admin.complete(id))).toMatchObject({ type: 'text' });
    const document = await (await admin.preview(id)).json();
    expect(document).toMatchObject({ document: { markdown: text } });
  });

  test.each([
    ['shorter than the block', 0, 5, 400],
    ['longer than the file', 0, 11, 400],
    ['past the end', 1, 10, 400],
    ['larger than any block', 0, BLOCK_BYTES + 1, 413],
    ['without a valid index', -1, 10, 400],
  ])('a block that is %s is refused', async (_case, index, length, status) => {
    const { id } = await uploadOf(await admin.begin('a.txt', 10));
    expect((await admin.putBlock(id, index, new Uint8Array(length))).status).toBe(status);
    expect((await uploadOf(await service.get(`/api/uploads/${id}`))).missing).toEqual([0]);
  });

  test.each([
    ['empty', 0, 400, 'validation-failed'],
    ['too large', UPLOAD_LIMITS.knowledge.maxBytes + 1, 413, 'file-too-large'],
  ])('a file that is %s is refused before its first block', async (_case, bytes, status, error) => {
    const refused = await admin.begin('a.pdf', bytes);
    expect([refused.status, await refused.json()]).toMatchObject([status, { error }]);
  });

  test.each([
    ['a program', Buffer.from('\u007fELF\u0002\u0001\u0001\u0000\u0000')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['rich text', Buffer.from('{\\rtf1\\ansi}')],
  ])('%s is refused by its content despite its name, and deleted', async (_case, file) => {
    const id = await admin.send('prices.pdf', file);
    const refused = await admin.complete(id);
    expect([refused.status, await refused.json()]).toMatchObject([415, { error: 'file-type-unsupported' }]);
    expect((await service.get(`/api/uploads/${id}`)).status).toBe(404);
    expect(await readdir(join(service.dataDir, 'uploads'))).not.toContain(id);
  });

  test('an unknown upload is answered with 404', async () => {
    const id = randomUUID();
    for (const response of [
      await service.get(`/api/uploads/${id}`),
      await admin.putBlock(id, 0, new Uint8Array(1)),
      await admin.complete(id),
      await admin.preview(id),
    ]) {
      expect([response.status, await response.json()]).toMatchObject([404, { error: 'upload-not-found' }]);
    }
    const removed = await fetch(`${service.origin}/api/uploads/${id}`, { method: 'DELETE' });
    expect(removed.status).toBe(204);
  });
});

describe('unused uploads', () => {
  const service = freshFixture(async () => {
    const clock = manualClock();
    return { clock, ...(await startService({ clock })) };
  });

  test('are deleted after a day, finished or not', async () => {
    const admin = uploader(service);
    const half = await uploadOf(await admin.begin('half.pdf', 3 * BLOCK_BYTES));
    await admin.putBlock(half.id, 0, new Uint8Array(BLOCK_BYTES));
    const read = await admin.read('read.txt', Buffer.from('Some text'));
    expect(await service.services.uploads.removeExpired()).toBe(0);
    service.clock.advance(UPLOAD_LIMITS.knowledge.keptMs);
    // They are gone for their owner immediately, and from the storage with the next run.
    for (const id of [half.id, read.id]) expect((await service.get(`/api/uploads/${id}`)).status).toBe(404);
    expect(await service.services.uploads.removeExpired()).toBe(2);
    expect(await readdir(join(service.dataDir, 'uploads'))).toEqual([]);
  });

  test('are limited in number', async () => {
    const admin = uploader(service);
    for (let open = 0; open < UPLOAD_LIMITS.knowledge.maxOpen; open++) await admin.begin('a.txt', 10);
    const refused = await admin.begin('a.txt', 10);
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: 'too-many-uploads' }]);
  });
});

test('in the cloud, files are stored in the container', async () => {
  const service = await startService({ composition: 'cloud' });
  try {
    const admin = uploader(service);
    const { id } = await uploadOf(await admin.begin('a.txt', 5));
    await admin.putBlock(id, 0, Buffer.from('Hello'));
    expect(service.cloud?.blobs.names()).toEqual([id]);
    await admin.complete(id);
    expect(await (await admin.preview(id)).json()).toMatchObject({ document: { markdown: 'Hello' } });
    // The text is kept until it is saved; the file is not.
    expect(service.cloud?.blobs.names()).toEqual([]);
  } finally {
    await service.close();
  }
});

test('in the cloud without a container, only uploads are refused', async () => {
  const cloud = { WEBSITE_INSTANCE_ID: 'a1b2', ...CLOUD_COMPONENTS };
  const config = readConfig(cloud);
  expect(config.uploads).toEqual({ kind: 'off' });
  const storage = openUploads(config, manualClock());
  expect(await refusal(storage.blocks(randomUUID()))).toBe('uploads-not-configured');
  const url = 'https://files.example/uploads';
  expect(readConfig({ ...cloud, UPLOADS_URL: `${url}/` }).uploads).toEqual({ kind: 'blob', url });
});
