import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { uploadDirectory } from '../../src/adapters/uploads/directory.ts';
import {
  uploadStorageContract,
  type StorageBreakage,
  type UploadStorageSetup,
} from '../contracts/upload-storage.contract.ts';
import { freshFixture } from '../support/fixtures.ts';

interface Setup extends UploadStorageSetup {
  folder: string;
}

async function open(): Promise<Setup> {
  const dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
  const folder = join(dataDir, 'uploads');
  return {
    folder,
    storage: uploadDirectory({ dataDir }),
    names: async () => ((await readdir(dataDir)).length === 0 ? [] : await readdir(folder)),
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** Permissions would not stop an administrator, so a file is in the place of the folder. */
const fileInstead: StorageBreakage<Setup> = async ({ folder }) => {
  await rename(folder, `${folder}.away`);
  await writeFile(folder, 'no folder');
  return async () => {
    await rm(folder);
    await rename(`${folder}.away`, folder);
  };
};

uploadStorageContract('the data folder', open, { 'a file in its place': fileInstead });

const setup = freshFixture(open);

it('two concurrent joins of an upload keep the file of the first', async () => {
  const { storage, folder } = setup;
  const blocks = Array.from({ length: 100 }, (_, index) => index);
  await Promise.all(blocks.map((index) => storage.putBlock('one', index, Buffer.from('late'))));
  const joining = storage.join('one', blocks.length);
  // By now it has seen no file.
  const hasBegun = (names: string[]) => names.some((name) => name.startsWith('file'));
  while (!hasBegun(await readdir(join(folder, 'one'))));
  await writeFile(join(folder, 'one', 'file'), 'checked');
  await joining;
  const pieces: Uint8Array[] = [];
  for await (const piece of storage.read('one')) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe('checked');
  expect(await readdir(join(folder, 'one'))).toEqual(['file']);
});
