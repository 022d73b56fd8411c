import type { ByteCursor } from '../byte-cursor.ts';
import { bigEndian, latin1 } from './bytes.ts';
import { isPlainExif, MAX_EXIF_BYTES } from './exif.ts';
import type { WalkedImage } from './walk.ts';

const SIGNATURE_BYTES = 8;
const ANY = 2 ** 31;
/** The chunks that may occur more than once. */
const REPEATED = new Set(['IDAT', 'fcTL', 'fdAT']);

/**
 * The allowed chunks (W3C, Portable Network Graphics, third edition, 11), with the minimum and maximum length
 * of each in bytes. Other chunks can contain texts, palette names (sPLT) or compressed profiles (iCCP).
 */
const CHUNKS: Readonly<Record<string, readonly [number, number]>> = {
  IHDR: [13, 13],
  PLTE: [3, 768],
  IDAT: [0, ANY],
  IEND: [0, 0],
  tRNS: [1, 256],
  cHRM: [32, 32],
  cICP: [4, 4],
  gAMA: [4, 4],
  sBIT: [1, 4],
  sRGB: [1, 1],
  bKGD: [1, 6],
  pHYs: [9, 9],
  eXIf: [14, MAX_EXIF_BYTES],
  acTL: [8, 8],
  fcTL: [26, 26],
  fdAT: [4, ANY],
  // If Firefox protects a canvas against fingerprinting, it writes a 64-bit number after the picture, in
  // hexadecimal digits: a non-standard chunk (seen in Firefox 153).
  deBG: [16, 16],
};

/** Further checks of a chunk's content. */
const CONTENTS: Readonly<Record<string, (content: Uint8Array) => boolean>> = {
  PLTE: (content) => content.length % 3 === 0,
  sRGB: ([intent = ANY]) => intent < 4,
  eXIf: isPlainExif,
  deBG: (content) => /^[\da-f]*$/i.test(latin1(content)),
};

export async function png(cursor: ByteCursor): Promise<WalkedImage | undefined> {
  await cursor.advance(SIGNATURE_BYTES);
  const seen = new Set<string>();
  let size = { width: 0, height: 0 };
  let frames = 0;
  for (;;) {
    const chunk = await chunkOf(cursor);
    if (!chunk || (seen.has(chunk.name) && !REPEATED.has(chunk.name))) return undefined;
    const { name, content } = chunk;
    if ((seen.size === 0) !== (name === 'IHDR')) return undefined;
    seen.add(name);
    if (name === 'IHDR') size = sizeAt(content, 0);
    if (name === 'fcTL') {
      const frame = sizeAt(content, 4);
      if (frame.width > size.width || frame.height > size.height) return undefined;
      frames++;
    }
    if (name === 'IEND') return seen.has('IDAT') ? { ...size, frames: Math.max(1, frames) } : undefined;
  }
}

function sizeAt(content: Uint8Array, at: number) {
  return {
    width: bigEndian(content.subarray(at, at + 4)),
    height: bigEndian(content.subarray(at + 4, at + 8)),
  };
}

/** Reads the next chunk and checks its checksum; image data is skipped. */
async function chunkOf(cursor: ByteCursor): Promise<{ name: string; content: Uint8Array } | undefined> {
  const length = bigEndian(await cursor.take(4));
  const named = (await cursor.take(4)).slice();
  const name = latin1(named);
  const [least, most] = CHUNKS[name] ?? [1, 0];
  if (length < least || length > most) return undefined;
  const sum = checksum();
  sum.add(named);
  let content = new Uint8Array();
  if (most === ANY) {
    if (!(await cursor.advance(length, sum.add))) return undefined;
  } else {
    content = (await cursor.take(length)).slice();
    sum.add(content);
    if (content.length !== length || CONTENTS[name]?.(content) === false) return undefined;
  }
  const sent = await cursor.take(4);
  return sent.length === 4 && bigEndian(sent) === sum.value() ? { name, content } : undefined;
}

/** CRC-32 by a table, a byte at a time (PNG, Annex D). */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

function checksum() {
  let state = 0xffffffff;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) state = (state >>> 8) ^ (TABLE[(state ^ byte) & 0xff] ?? 0);
    },
    value: () => (state ^ 0xffffffff) >>> 0,
  };
}
