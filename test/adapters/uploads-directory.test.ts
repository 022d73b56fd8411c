import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadDirectory } from '../../src/adapters/uploads/directory.ts';
import {
  uploadStorageContract,
  type StorageBreakage,
  type UploadStorageSetup,
} from '../contracts/upload-storage.contract.ts';

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
