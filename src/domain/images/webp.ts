import type { ByteCursor } from '../byte-cursor.ts';
import { latin1, littleEndian } from './bytes.ts';
import { isPlainExif, MAX_EXIF_BYTES } from './exif.ts';
import { isPlainProfile, MAX_PROFILE_BYTES } from './icc-profile.ts';
import type { ImageSize, WalkedImage } from './walk.ts';

// RFC 9649, 2.
const CHUNK_HEAD_BYTES = 8;
const FRAME_HEAD_BYTES = 16;
/** The chunk that may occur more than once: the frame of an animation. */
const REPEATED = 'ANMF';

interface Chunk {
  name: string;
  length: number;
  /** The length with the padding to an even number of bytes. */
  padded: number;
}

/** The size and the chunks read so far. */
interface Canvas {
  size: ImageSize | undefined;
  frames: number;
  seen: Set<string>;
}

export async function webp(cursor: ByteCursor): Promise<WalkedImage | undefined> {
  const whole = littleEndian((await cursor.take(12)).subarray(4, 8)) - 4;
  const canvas: Canvas = { size: undefined, frames: 0, seen: new Set() };
  if (!(await passChunks(cursor, whole, (chunk) => passChunk(cursor, chunk, canvas)))) return undefined;
  const { size, frames, seen } = canvas;
  const isStill = seen.has('VP8 ') !== seen.has('VP8L');
  return size && isStill !== frames > 0 ? { ...size, frames: Math.max(1, frames) } : undefined;
}

/** Skips chunks of `bytes` bytes in total. */
async function passChunks(
  cursor: ByteCursor,
  bytes: number,
  pass: (chunk: Chunk) => Promise<boolean>,
): Promise<boolean> {
  let left = bytes;
  while (left > 0) {
    const head = await cursor.take(CHUNK_HEAD_BYTES);
    const length = littleEndian(head.subarray(4));
    const padded = length + (length % 2);
    left -= CHUNK_HEAD_BYTES + padded;
    if (head.length < CHUNK_HEAD_BYTES || left < 0) return false;
    if (!(await pass({ name: latin1(head.subarray(0, 4)), length, padded }))) return false;
  }
  return left === 0;
}

async function passChunk(cursor: ByteCursor, chunk: Chunk, canvas: Canvas): Promise<boolean> {
  const { name, length } = chunk;
  if (canvas.seen.has(name) && name !== REPEATED) return false;
  // Only the extended format, which starts with VP8X, has more than one chunk.
  if (canvas.seen.size > 0 && (name === 'VP8X' || !canvas.seen.has('VP8X'))) return false;
  canvas.seen.add(name);
  switch (name) {
    case 'VP8X': {
      const head = await cursor.take(10);
      canvas.size = {
        width: littleEndian(head.subarray(4, 7)) + 1,
        height: littleEndian(head.subarray(7, 10)) + 1,
      };
      return length === 10 && head.length === 10;
    }
    case 'ANIM':
      return length === 6 && (await cursor.advance(length));
    case 'ICCP':
      return length <= MAX_PROFILE_BYTES && (await isContent(cursor, chunk, isPlainProfile));
    case 'EXIF':
      return length <= MAX_EXIF_BYTES && (await isContent(cursor, chunk, isPlainExif));
    case 'ANMF':
      canvas.frames++;
      return await passFrame(cursor, chunk, canvas.size);
    default: {
      const size = await passPicture(cursor, chunk, canvas.size);
      if (typeof size === 'object') canvas.size ??= size;
      return size !== false;
    }
  }
}

async function isContent(
  cursor: ByteCursor,
  { length, padded }: Chunk,
  isPlain: (bytes: Uint8Array) => boolean,
): Promise<boolean> {
  const bytes = await cursor.take(padded);
  return bytes.length === padded && !bytes[length] && isPlain(bytes.subarray(0, length));
}

/** Skips a frame of an animation; false if it is not within the canvas. */
async function passFrame(
  cursor: ByteCursor,
  { length, padded }: Chunk,
  canvas: ImageSize | undefined,
): Promise<boolean> {
  const head = await cursor.take(FRAME_HEAD_BYTES);
  const number = (at: number) => littleEndian(head.subarray(at, at + 3));
  const frame = { width: number(6) + 1, height: number(9) + 1 };
  if (!canvas || length !== padded || head.length < FRAME_HEAD_BYTES) return false;
  if (2 * number(0) + frame.width > canvas.width || 2 * number(3) + frame.height > canvas.height) {
    return false;
  }
  const seen = new Set<string>();
  const isWhole = await passChunks(cursor, length - FRAME_HEAD_BYTES, async (chunk) => {
    if (seen.has(chunk.name)) return false;
    seen.add(chunk.name);
    return (await passPicture(cursor, chunk, frame)) !== false;
  });
  return isWhole && seen.has('VP8 ') !== seen.has('VP8L');
}

/**
 * Skips the data of a picture. The result is its size, or `alpha` for transparency data; false if the chunk
 * is invalid or its size differs from the expected one.
 */
async function passPicture(
  cursor: ByteCursor,
  { name, padded }: Chunk,
  expected: ImageSize | undefined,
): Promise<ImageSize | 'alpha' | false> {
  if (name === 'ALPH') return expected && (await cursor.advance(padded)) ? 'alpha' : false;
  const head = await cursor.take(Math.min(10, padded));
  const size = pictureSize(name, head);
  if (!size || !(await cursor.advance(padded - head.length))) return false;
  const isExpected = !expected || (size.width === expected.width && size.height === expected.height);
  return isExpected && size;
}

/** The size in pixels; its place depends on the compression. */
function pictureSize(name: string, head: Uint8Array): ImageSize | undefined {
  if (name === 'VP8L') {
    const bits = littleEndian(head.subarray(1, 5));
    return { width: (bits % 0x4000) + 1, height: (Math.floor(bits / 0x4000) % 0x4000) + 1 };
  }
  if (name !== 'VP8 ') return undefined;
  const side = (from: number) => littleEndian(head.subarray(from, from + 2)) % 0x4000;
  return { width: side(6), height: side(8) };
}
