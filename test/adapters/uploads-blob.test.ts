import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { blobUploads } from '../../src/adapters/uploads/blob.ts';
import { BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import {
  uploadStorageContract,
  type StorageBreakage,
  type UploadStorageSetup,
} from '../contracts/upload-storage.contract.ts';
import { startBlobs, type BlobFault, type BlobServer } from '../fakes/blob-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { realClock } from '../support/clocks/real-clock.ts';

interface Setup extends UploadStorageSetup {
  server: BlobServer;
  scopes: string[];
}

async function open(): Promise<Setup> {
  const token = 'token-for-the-storage';
  const server = await startBlobs(token);
  const scopes: string[] = [];
  const credential = {
    getToken(scope: string | string[]) {
      scopes.push(...[scope].flat());
      return Promise.resolve({ token, expiresOnTimestamp: Date.now() + 3_600_000 });
    },
  };
  const storage = blobUploads({
    url: server.url,
    credential: () => Promise.resolve(credential),
    clock: realClock,
  });
  return {
    server,
    scopes,
    storage,
    names: () => Promise.resolve(server.names()),
    close: server.close,
  };
}

const failing =
  (fault: BlobFault): StorageBreakage<Setup> =>
  ({ server }) => {
    server.fault = fault;
    return Promise.resolve(() => {
      server.fault = undefined;
      return Promise.resolve();
    });
  };

uploadStorageContract('Blob Storage', open, {
  'it refuses the identity': failing({ status: 403, code: 'AuthorizationPermissionMismatch' }),
  'the line breaks': failing('reset'),
  'the container is gone': failing({ status: 404, code: 'ContainerNotFound' }),
});

const setup = freshFixture(() => open());

it('requests a token only for the storage, and moves at most one block at a time', async () => {
  const id = randomUUID();
  for (const index of [0, 1, 2]) await setup.storage.putBlock(id, index, randomBytes(BLOCK_BYTES));
  await setup.storage.join(id, 3);
  for await (const piece of setup.storage.read(id)) expect(piece).toHaveLength(BLOCK_BYTES);
  expect(new Set(setup.scopes)).toEqual(new Set(['https://storage.azure.com/.default']));
  expect(setup.server.largest).toBe(BLOCK_BYTES);
});

it.each([
  ['No threats found', 'clean'],
  ['Malicious', 'malicious'],
  ['Error', 'unscanned'],
  ['Not Scanned', 'unscanned'],
])('reads the result of a virus scan from its tag: %s', async (value, scan) => {
  const id = `folder/${randomUUID()}`;
  await setup.storage.putBlock(id, 0, Buffer.from('text'));
  await setup.storage.join(id, 1);
  setup.server.tag(id, 'Malware Scanning scan result', value);
  expect(await setup.storage.find(id)).toEqual({ bytes: 4, scan });
});

it('joins once if two calls find the upload incomplete, and ignores a block uploaded between them', async () => {
  const id = randomUUID();
  await setup.storage.putBlock(id, 0, Buffer.from('checked'));
  const first = setup.server.hold('PUT blocklist');
  const late = setup.storage.join(id, 1);
  await first.arrived;
  await setup.storage.join(id, 1);
  await setup.storage.putBlock(id, 0, Buffer.from('changed'));
  first.release();
  await late;
  const pieces: Uint8Array[] = [];
  for await (const piece of setup.storage.read(id)) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe('checked');
});

it('is unavailable for a join whose blocks expired, and lists no blocks afterwards', async () => {
  const id = randomUUID();
  await setup.storage.putBlock(id, 0, Buffer.from('old'));
  const commit = setup.server.hold('PUT blocklist');
  const joining = refusal(setup.storage.join(id, 1));
  await commit.arrived;
  setup.server.expireStaged();
  commit.release();
  expect(await joining).toBe('files-unavailable');
  expect(await setup.storage.blocks(id)).toEqual(new Map());
  expect(await setup.storage.isJoined(id)).toBe(false);
});

it('is unavailable if the storage stays busy', async () => {
  setup.server.busyEvery = 1;
  expect(await refusal(setup.storage.blocks(randomUUID()))).toBe('files-unavailable');
});

it('fails if the storage never answers', async () => {
  setup.server.fault = 'hang';
  const impatient = blobUploads({
    url: setup.server.url,
    credential: () =>
      Promise.resolve({
        getToken: () => Promise.resolve({ token: 'x', expiresOnTimestamp: Date.now() + 1e7 }),
      }),
    clock: realClock,
    timeoutMs: 200,
  });
  await expect(impatient.blocks(randomUUID())).rejects.toMatchObject({ code: 'files-unavailable' });
});
