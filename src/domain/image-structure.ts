import type { AttachmentType } from './attachment-types.ts';
import type { ByteCursor } from './byte-cursor.ts';

/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** A browser's own canvas writes this much at most: the size of the picture and its color space. */
const MAX_EXIF_BYTES = 256;
/** The directory of positions (Exif 3.0, 4.6.3, tag 8825), in both byte orders. */
const GPS = ['\u0088\u0025', '\u0025\u0088'] as const;

/**
 * Walks through the whole structure of an image, as its format defines it, and gives its size. Undefined
 * where there is anything but a picture: a text, a position, a preview, an unknown part, or bytes after its
 * end, as in a file that is a picture and a program at once. What a browser re-encodes passes.
 */
export async function imageSizeOf(
  type: Exclude<AttachmentType, 'pdf' | 'text'>,
  cursor: ByteCursor,
): Promise<ImageSize | undefined> {
  const size = await WALKS[type](cursor);
  const isWhole = size && size.width > 0 && size.height > 0 && (await cursor.rest()) === undefined;
  return isWhole ? size : undefined;
}

const WALKS = { png, jpeg, webp, gif };

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
/** An unsigned number, big-endian; bytes that are missing count as 0, which no size and no length may be. */
const numberOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const littleEndian = (bytes: Uint8Array): number => numberOf(bytes.toReversed());

async function hasPlainExif(cursor: ByteCursor, length: number): Promise<boolean> {
  if (length > MAX_EXIF_BYTES) return false;
  const text = latin1(await cursor.take(length));
  return text.length === length && !GPS.some((tag) => text.includes(tag));
}

// --- PNG (W3C, Portable Network Graphics, third edition, 5 and 11) -----------------------------------------

const PNG_CHUNKS = new Set(
  'PLTE IDAT IEND tRNS cHRM cICP gAMA iCCP sBIT sRGB bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);
const CHECKSUM_BYTES = 4;
/**
 * Where Firefox protects a canvas against fingerprinting, it writes a number of 64 bits after the picture, in
 * hexadecimal digits: a chunk of no standard (seen in Firefox 153).
 */
const CANVAS_MARK = { name: 'deBG', digits: 16 };

async function png(cursor: ByteCursor): Promise<ImageSize | undefined> {
  await cursor.advance(8);
  const header = await cursor.take(25);
  if (latin1(header.subarray(0, 8)) !== '\0\0\0\rIHDR') return undefined;
  const size = { width: numberOf(header.subarray(8, 12)), height: numberOf(header.subarray(12, 16)) };
  let isMarked = false;
  for (;;) {
    const length = numberOf(await cursor.take(4));
    const name = latin1(await cursor.take(4));
    if (name === CANVAS_MARK.name && !isMarked) {
      isMarked = true;
      const isNumber = length === CANVAS_MARK.digits && /^[\da-f]*$/i.test(latin1(await cursor.take(length)));
      if (!isNumber || !(await cursor.advance(CHECKSUM_BYTES))) return undefined;
    } else if (name === 'eXIf') {
      if (!(await hasPlainExif(cursor, length)) || !(await cursor.advance(CHECKSUM_BYTES))) return undefined;
    } else if (!PNG_CHUNKS.has(name) || !(await cursor.advance(length + CHECKSUM_BYTES))) return undefined;
    if (name === 'IEND') return length === 0 ? size : undefined;
  }
}

// --- JPEG (ITU-T T.81, Annex B) ----------------------------------------------------------------------------

const MARK = 0xff;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Tables, restart interval, and the application segments of JFIF, ICC profiles and Adobe's colors. */
const JPEG_SEGMENTS = new Set([0xc4, 0xdb, 0xdd, 0xe0, 0xe2, 0xee]);
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2]);

async function jpeg(cursor: ByteCursor): Promise<ImageSize | undefined> {
  await cursor.advance(2);
  let size: ImageSize | undefined;
  for (;;) {
    const [mark, marker = 0] = await cursor.take(2);
    if (mark !== MARK) return undefined;
    if (marker === END_OF_IMAGE) return size;
    const length = numberOf(await cursor.take(2)) - 2;
    if (JPEG_FRAMES.has(marker)) {
      const frame = await cursor.take(Math.max(6, length));
      if (size || frame.length !== length) return undefined;
      size = { height: numberOf(frame.subarray(1, 3)), width: numberOf(frame.subarray(3, 5)) };
    } else if (length < 0 || !(await passSegment(cursor, marker, length))) return undefined;
  }
}

async function passSegment(cursor: ByteCursor, marker: number, length: number): Promise<boolean> {
  if (marker === APP1) return await hasPlainExif(cursor, length);
  if (marker === START_OF_SCAN) return (await cursor.advance(length)) && (await passScan(cursor));
  return JPEG_SEGMENTS.has(marker) && (await cursor.advance(length));
}

/** Passes over the data of a scan, up to the marker after it, which is next then. */
async function passScan(cursor: ByteCursor): Promise<boolean> {
  while (await cursor.advanceTo(MARK)) {
    const [, next = 0] = await cursor.peek(2);
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return true;
    await cursor.advance(2);
  }
  return false;
}

// --- WebP (RFC 9649, 2) ------------------------------------------------------------------------------------

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

async function webp(cursor: ByteCursor): Promise<ImageSize | undefined> {
  const whole = littleEndian((await cursor.take(12)).subarray(4, 8)) + 8;
  let size: ImageSize | undefined;
  let at = 12;
  while (at < whole) {
    const name = latin1(await cursor.take(4));
    const length = littleEndian(await cursor.take(4));
    const padded = length + (length % 2);
    if (name === 'EXIF') {
      if (!(await hasPlainExif(cursor, length)) || !(await cursor.advance(padded - length))) return undefined;
    } else {
      if (!WEBP_CHUNKS.has(name)) return undefined;
      const head = await cursor.take(Math.min(10, padded));
      size ??= webpSize(name, head);
      if (!(await cursor.advance(padded - head.length))) return undefined;
    }
    at += 8 + padded;
  }
  return at === whole ? size : undefined;
}

/** The size that the first chunk gives; each kind of WebP has it in another place. */
function webpSize(name: string, head: Uint8Array): ImageSize | undefined {
  if (name === 'VP8X') {
    return { width: littleEndian(head.subarray(4, 7)) + 1, height: littleEndian(head.subarray(7, 10)) + 1 };
  }
  if (name === 'VP8L') {
    const bits = littleEndian(head.subarray(1, 5));
    return { width: (bits % 0x4000) + 1, height: (Math.floor(bits / 0x4000) % 0x4000) + 1 };
  }
  if (name !== 'VP8 ') return undefined;
  const side = (from: number) => littleEndian(head.subarray(from, from + 2)) % 0x4000;
  return { width: side(6), height: side(8) };
}

// --- GIF (GIF89a specification) ----------------------------------------------------------------------------

const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** How often an animation repeats. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

async function gif(cursor: ByteCursor): Promise<ImageSize | undefined> {
  const header = await cursor.take(13);
  const size = { width: littleEndian(header.subarray(6, 8)), height: littleEndian(header.subarray(8, 10)) };
  if (!(await cursor.advance(colorTableBytes(header[10] ?? 0)))) return undefined;
  for (;;) {
    const [kind] = await cursor.take(1);
    if (kind === TRAILER) return size;
    const isPart =
      kind === IMAGE ? await passImage(cursor) : kind === EXTENSION && (await passExtension(cursor));
    if (!isPart) return undefined;
  }
}

function colorTableBytes(flags: number): number {
  return flags >= 0x80 ? 3 * 2 ** ((flags % 8) + 1) : 0;
}

async function passImage(cursor: ByteCursor): Promise<boolean> {
  const descriptor = await cursor.take(9);
  return (await cursor.advance(colorTableBytes(descriptor[8] ?? 0) + 1)) && (await passBlocks(cursor));
}

async function passExtension(cursor: ByteCursor): Promise<boolean> {
  const [label] = await cursor.take(1);
  if (label === GRAPHIC_CONTROL) return await passBlocks(cursor);
  if (label !== APPLICATION) return false;
  const [length = 0] = await cursor.take(1);
  return LOOPS.has(latin1(await cursor.take(length))) && (await passBlocks(cursor));
}

/** Passes over blocks with a length of one byte each, up to the empty one. */
async function passBlocks(cursor: ByteCursor): Promise<boolean> {
  for (;;) {
    const [length] = await cursor.take(1);
    if (length === undefined) return false;
    if (length === 0) return true;
    if (!(await cursor.advance(length))) return false;
  }
}
