import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lazy, lruCache, type Lazy } from '../../lib/caching.ts';
import type { Asset, Assets } from '../../ports.ts';
import { compress, compressedPaths, hashOf, type CompressedAsset } from './compression.ts';

const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/** How many compressed contents a process caches: its files, and the scripts of registered widgets. */
const MAX_COMPRESSED = 200;

/** Keyed by the content's hash, so that equal contents of different folders or widgets share an entry. */
const compressedCache = lruCache<Lazy<Asset>>(MAX_COMPRESSED);

/**
 * Serves the files of a folder. Each file is read on its first request, together with its encodings from the
 * build. Other content, such as a registered widget's script, is compressed once per process.
 */
export function directoryAssets(folder: string): Assets {
  const kept = new Map<string, Promise<Asset | undefined>>();

  async function load(path: string): Promise<Asset | undefined> {
    const bytes = await contentOf(path);
    return bytes && (await assetOf(bytes, builtEncodings));
  }

  /** Undefined if the file does not exist. */
  async function contentOf(path: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(folder, path));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The encodings from the build; undefined if the build did not compress the file. */
  async function builtEncodings(hash: string): Promise<CompressedAsset | undefined> {
    const paths = compressedPaths(hash);
    const [br, gzip] = await Promise.all([contentOf(paths.br), contentOf(paths.gzip)]);
    return br && gzip && { br, gzip };
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
      return await assetOf(Buffer.from(text));
    },
  };
}

function assetOf(
  bytes: Uint8Array,
  built: (hash: string) => Promise<CompressedAsset | undefined> = () => Promise.resolve(undefined),
): Promise<Asset> {
  const hash = hashOf(bytes);
  const once = compressedCache(hash, () =>
    lazy(async () => {
      const encodings = (await built(hash)) ?? (await compress(bytes));
      return { bytes, etag: `"${hash.slice(0, 40)}"`, ...encodings };
    }),
  );
  return once();
}
