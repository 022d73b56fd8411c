import { Unzip, UnzipInflate } from 'fflate';
import { LIMITS, UnreadableFile } from './limits.ts';

/** Input is pushed in pieces of this size, so that one step unpacks a few megabytes at most. */
const CHUNK_BYTES = 8 * 1024;

/**
 * Unpacks the parts whose names are wanted. The limit applies to the unpacked bytes, not to the sizes that
 * the archive declares. Throws `UnreadableFile`.
 */
export function unzipParts(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array[]>();
  let names = 0;
  let total = 0;
  const archive = new Unzip((file) => {
    if (++names > LIMITS.parts) throw new UnreadableFile('file-too-complex');
    if (!isWanted(file.name)) return;
    if (parts.has(file.name)) throw new UnreadableFile('file-damaged');
    const pieces: Uint8Array[] = [];
    parts.set(file.name, pieces);
    file.ondata = (error, piece) => {
      // The library wraps errors that are thrown here.
      if (error) {
        throw error instanceof UnreadableFile ? error : new UnreadableFile('file-damaged', { cause: error });
      }
      total += piece.length;
      if (total > LIMITS.unpackedBytes) throw new UnreadableFile('file-too-complex');
      pieces.push(piece);
    };
    file.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      archive.push(bytes.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= bytes.length);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('file-damaged', { cause: error });
  }
  return new Map(Array.from(parts, ([name, pieces]) => [name, Buffer.concat(pieces)]));
}
