import type { AttachmentType } from './attachment-types.ts';
import type { ByteCursor } from './byte-cursor.ts';
import { gif } from './images/gif.ts';
import { jpeg } from './images/jpeg.ts';
import { png } from './images/png.ts';
import type { ImageSize, Walk } from './images/walk.ts';
import { webp } from './images/webp.ts';

export type { ImageSize } from './images/walk.ts';

/** A browser needs four bytes per pixel: 160 MB. */
const MAX_PIXELS = 40_000_000;
const MAX_FRAMES = 200;

const WALKS: Record<Exclude<AttachmentType, 'pdf' | 'text'>, Walk> = { png, jpeg, webp, gif };

/**
 * Parses the whole structure of an image and returns its size in pixels. `hidden`: it contains data other
 * than the picture, such as a text, a position, a preview, an unknown or oversized part, or bytes after the
 * end. Images that a browser re-encoded are accepted.
 */
export async function imageSizeOf(
  type: keyof typeof WALKS,
  cursor: ByteCursor,
): Promise<ImageSize | 'hidden' | 'too-large'> {
  const image = await WALKS[type](cursor);
  if (!image || image.width < 1 || image.height < 1 || (await cursor.rest()) !== undefined) return 'hidden';
  const { frames, ...size } = image;
  return size.width * size.height > MAX_PIXELS || frames > MAX_FRAMES ? 'too-large' : size;
}
