import type { ByteCursor } from '../byte-cursor.ts';
import { latin1, littleEndian } from './bytes.ts';
import type { WalkedImage } from './walk.ts';

// GIF89a specification.
const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** The application extensions that set how often an animation repeats. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

export async function gif(cursor: ByteCursor): Promise<WalkedImage | undefined> {
  const header = await cursor.take(13);
  const size = { width: littleEndian(header.subarray(6, 8)), height: littleEndian(header.subarray(8, 10)) };
  if (!(await cursor.advance(colorTableBytes(header[10] ?? 0)))) return undefined;
  let frames = 0;
  /** The extensions since the last image; at most one of each kind may precede an image. */
  const before = new Set<number>();
  for (;;) {
    const [kind] = await cursor.take(1);
    if (kind === TRAILER) return frames > 0 ? { ...size, frames } : undefined;
    if (kind === IMAGE) {
      if (!(await passImage(cursor, size))) return undefined;
      frames++;
      before.clear();
    } else if (kind === EXTENSION) {
      const label = await extensionOf(cursor);
      if (label === undefined || before.has(label)) return undefined;
      before.add(label);
    } else return undefined;
  }
}

function colorTableBytes(flags: number): number {
  return flags >= 0x80 ? 3 * 2 ** ((flags % 8) + 1) : 0;
}

async function passImage(cursor: ByteCursor, screen: { width: number; height: number }): Promise<boolean> {
  const descriptor = await cursor.take(9);
  const number = (at: number) => littleEndian(descriptor.subarray(at, at + 2));
  if (number(0) + number(4) > screen.width || number(2) + number(6) > screen.height) return false;
  const tableBytes = colorTableBytes(descriptor[8] ?? 0);
  if (!(await cursor.advance(tableBytes))) return false;
  const [codeSize = 0] = await cursor.take(1);
  return codeSize >= 2 && codeSize <= 8 && (await passBlocks(cursor));
}

/** The label of a known extension with a valid block; otherwise undefined. */
async function extensionOf(cursor: ByteCursor): Promise<number | undefined> {
  const [label, length = 0] = await cursor.take(2);
  if (label === GRAPHIC_CONTROL) return length === 4 && (await isLastBlock(cursor, 4)) ? label : undefined;
  if (label !== APPLICATION || !LOOPS.has(latin1(await cursor.take(length)))) return undefined;
  const [parameters = 0] = await cursor.take(1);
  return parameters === 3 && (await isLastBlock(cursor, 3)) ? label : undefined;
}

async function isLastBlock(cursor: ByteCursor, length: number): Promise<boolean> {
  if (!(await cursor.advance(length))) return false;
  const [end] = await cursor.take(1);
  return end === 0;
}

/** Skips data sub-blocks up to the terminator. */
async function passBlocks(cursor: ByteCursor): Promise<boolean> {
  for (;;) {
    const bytes = await cursor.loaded();
    if (!bytes) return false;
    let at = 0;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
    if (at < bytes.length) return await cursor.advance(at + 1);
    if (!(await cursor.advance(at))) return false;
  }
}
