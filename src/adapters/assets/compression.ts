import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Asset } from '../../ports.ts';

/** The folder of the build's compressed files, next to the files themselves. */
export const COMPRESSED_FOLDER = 'compressed';

/** A content in both encodings. */
export type Compressed = Pick<Asset, 'br' | 'gzip'>;

/** The paths of a content's two encodings. They are named by its hash, so they are never outdated. */
export function compressedPaths(hash: string): Record<keyof Compressed, string> {
  return { br: `${COMPRESSED_FOLDER}/${hash}.br`, gzip: `${COMPRESSED_FOLDER}/${hash}.gz` };
}

/** SHA-256 in hexadecimal digits: file systems that ignore case keep such names apart. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Compresses with full quality, which takes half a second of CPU time for the largest file. */
export async function compress(bytes: Uint8Array): Promise<Compressed> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)]);
  return { br, gzip: gz };
}
