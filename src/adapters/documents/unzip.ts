import { Unzip, UnzipInflate } from 'fflate';
import { LIMITS, Refused } from './limits.ts';

/** Fed in small pieces, so that no single step can unpack more than some megabytes. */
const PIECE_BYTES = 8 * 1024;

/**
 * Unpacks the parts of an archive whose names are wanted, and no others. The limit counts the bytes that come
 * out, not those that the archive states.
 */
export function unzipParts(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array[]>();
  let names = 0;
  let total = 0;
  const archive = new Unzip((file) => {
    if (++names > LIMITS.parts) throw new Refused('file-too-complex');
    if (!isWanted(file.name)) return;
    if (parts.has(file.name)) throw new Refused('file-damaged');
    const pieces: Uint8Array[] = [];
    parts.set(file.name, pieces);
    file.ondata = (error, piece) => {
      // The library wraps an error that was thrown here in its own.
      if (error) throw error instanceof Refused ? error : new Refused('file-damaged', { cause: error });
      total += piece.length;
      if (total > LIMITS.unpackedBytes) throw new Refused('file-too-complex');
      pieces.push(piece);
    };
    file.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      archive.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('file-damaged', { cause: error });
  }
  return new Map(Array.from(parts, ([name, pieces]) => [name, Buffer.concat(pieces)]));
}
