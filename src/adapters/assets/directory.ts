import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Asset, Assets } from '../../ports.ts';

const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/** Files of a folder; each is read and compressed once, when it is first asked for. */
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
    const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)]);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    return { bytes, etag, br, gzip: gz };
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
  };
}
