import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Asset } from '../../ports.ts';

/** The folder for compressed files, next to the files that the build makes. */
export const COMPRESSED_FOLDER = 'compressed';

/** A file's content in both encodings. */
export type CompressedAsset = Pick<Asset, 'br' | 'gzip'>;

/** The paths of both encodings. They contain the hash of the content, so they never become stale. */
export function compressedPaths(hash: string): Record<keyof CompressedAsset, string> {
  return { br: `${COMPRESSED_FOLDER}/${hash}.br`, gzip: `${COMPRESSED_FOLDER}/${hash}.gz` };
}

/** SHA-256 in hexadecimal digits, which also work on file systems that ignore case. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Compresses at the highest quality, which takes up to 0.5 s of CPU time for the largest file. */
export async function compress(bytes: Uint8Array): Promise<CompressedAsset> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)]);
  return { br, gzip: gz };
}
