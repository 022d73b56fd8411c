import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { lruCache } from '../../domain/caching.ts';
import type { Asset, Assets } from '../../ports.ts';

const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/** How many composed scripts of registered widgets one instance caches. */
const MAX_MADE = 100;

/** Serves the files of a folder. Each file is read and compressed once, on its first request. */
export function directoryAssets(folder: string): Assets {
  const kept = new Map<string, Promise<Asset | undefined>>();
  const made = lruCache<Promise<Asset>>(MAX_MADE);

  async function load(path: string): Promise<Asset | undefined> {
    let bytes: Uint8Array;
    try {
      bytes = await readFile(join(folder, path));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
    return await compressed(bytes, etagOf(bytes));
  }

  return {
    async read(path) {
      if (!NAME.test(path)) return undefined;
      let asset = kept.get(path);
      if (!asset) {
        asset = load(path);
        if (await asset) kept.set(path, asset);
      }
      return await asset;
    },

    async make(text) {
      const bytes = Buffer.from(text);
      const etag = etagOf(bytes);
      return await made(etag, () => compressed(bytes, etag));
    },
  };
}

async function compressed(bytes: Uint8Array, etag: string): Promise<Asset> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)]);
  return { bytes, etag, br, gzip: gz };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}
