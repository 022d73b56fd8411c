import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BLOCK_BYTES } from '../../platform/rules/uploads.ts';
import { AppError } from '../../core/errors.ts';
import type { UploadStorage } from '../../ports.ts';

const BLOCK = /^(\d+)\.block$/;
const FILE = 'file';

/**
 * The embedded file storage: a folder per upload below `uploads` in the data folder, with a file per block or
 * the joined file. Files are created atomically by renaming or linking. Only the owner can read them.
 */
export function uploadDirectory({ dataDir }: { dataDir: string }): UploadStorage {
  const folderOf = (uploadId: string) => join(dataDir, 'uploads', uploadId);

  async function blocksIn(folder: string): Promise<ReadonlyMap<number, number>> {
    const names = await unlessMissing(readdir(folder), []);
    const lengths = names.flatMap((name) => {
      const index = BLOCK.exec(name)?.[1];
      return index === undefined
        ? []
        : [unlessMissing(lengthOf(join(folder, name), Number(index)), undefined)];
    });
    return new Map((await Promise.all(lengths)).filter((length) => length !== undefined));
  }

  const isJoined = async (folder: string) => (await unlessMissing(readdir(folder), [])).includes(FILE);

  /** Retried, because another call can write a block while the folder is being removed. */
  const remove = (name: string) =>
    orUnavailable(() => rm(folderOf(name), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }));

  return {
    putBlock: (uploadId, index, bytes) =>
      orUnavailable(async () => {
        const folder = folderOf(uploadId);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await renameInto(folder, `${index}.block`, (draft) => writeFile(draft, bytes, { mode: 0o600 }));
      }),

    blocks: (uploadId) => orUnavailable(() => blocksIn(folderOf(uploadId))),

    isJoined: (uploadId) => orUnavailable(() => isJoined(folderOf(uploadId))),

    join: (uploadId, count) =>
      orUnavailable(async () => {
        const folder = folderOf(uploadId);
        if (await isJoined(folder)) return;
        try {
          // Only one of two concurrent calls succeeds, so that no later block can replace a checked file.
          await renameInto(folder, FILE, (draft) => joinBlocks(draft, folder, count), link);
        } catch (error) {
          // Another call has joined the blocks and deleted them.
          if (!(await isJoined(folder))) throw error;
        }
        const indexes = [...(await blocksIn(folder)).keys()];
        await Promise.all(indexes.map((index) => rm(join(folder, `${index}.block`), { force: true })));
      }),

    async *read(uploadId, pieceBytes = BLOCK_BYTES) {
      try {
        const stream = createReadStream(join(folderOf(uploadId), FILE), { highWaterMark: pieceBytes });
        for await (const piece of stream) yield new Uint8Array(piece as Buffer);
      } catch (error) {
        throw unavailable(error);
      }
    },

    remove,

    find: (uploadId) =>
      orUnavailable(async () => {
        const size = stat(join(folderOf(uploadId), FILE)).then((file) => file.size);
        const bytes = await unlessMissing(size, undefined);
        // The data folder has no malware scanner.
        return bytes === undefined ? undefined : { bytes, scan: 'unscanned' };
      }),

    removeFolder: remove,
  };
}

/** The index of a block, and its length in bytes. */
async function lengthOf(path: string, index: number): Promise<readonly [number, number]> {
  const { size } = await stat(path);
  return [index, size];
}

let drafts = 0;

/** Writes a temporary file and renames it. With `link` instead of `rename` it fails if the file exists. */
async function renameInto(
  folder: string,
  name: string,
  write: (draft: string) => Promise<void>,
  put: typeof rename | typeof link = rename,
): Promise<void> {
  const draft = join(folder, `${name}.${process.pid}-${++drafts}.draft`);
  try {
    await write(draft);
    await put(draft, join(folder, name));
  } finally {
    await rm(draft, { force: true });
  }
}

async function joinBlocks(draft: string, folder: string, count: number): Promise<void> {
  const handle = await open(draft, 'wx', 0o600);
  try {
    for (let index = 0; index < count; index++) {
      await handle.writeFile(await readFile(join(folder, `${index}.block`)));
    }
  } finally {
    await handle.close();
  }
}

async function unlessMissing<T>(work: Promise<T>, instead: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead;
    throw error;
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError('files-unavailable', {}, { cause });
}
