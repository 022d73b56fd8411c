import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { lazy, lruCache, type Lazy } from '../../domain/caching.ts';
import type { Asset, Assets } from '../../ports.ts';

const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/**
 * How many compressed texts one process caches: its files, and the composed scripts of registered widgets.
 */
const MAX_COMPRESSED = 200;

/** By the hash of the content, so that it does not matter which folder or widget a text is of. */
const compressedOnce = lruCache<Lazy<Asset>>(MAX_COMPRESSED);

/**
 * Serves the files of a folder. Each file is read once, on its first request; the same content is compressed
 * once in a process, which takes half a second of CPU time for the largest.
 */
export function directoryAssets(folder: string): Assets {
  const kept = new Map<string, Promise<Asset | undefined>>();

  async function load(path: string): Promise<Asset | undefined> {
    let bytes: Uint8Array;
    try {
      bytes = await readFile(join(folder, path));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
    return await compressed(bytes);
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
      return await compressed(Buffer.from(text));
    },
  };
}

function compressed(bytes: Uint8Array): Promise<Asset> {
  const etag = etagOf(bytes);
  const once = compressedOnce(etag, () =>
    lazy(async () => {
      const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)]);
      return { bytes, etag, br, gzip: gz };
    }),
  );
  return once();
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}
