import type { ByteCursor } from '../byte-cursor.ts';

/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** `frames`: 1 for a picture without animation. */
export interface WalkedImage extends ImageSize {
  frames: number;
}

/** Parses an image to its end; undefined if it contains anything other than a picture. */
export type Walk = (cursor: ByteCursor) => Promise<WalkedImage | undefined>;
