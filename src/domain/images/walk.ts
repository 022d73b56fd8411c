import type { ByteCursor } from '../byte-cursor.ts';

/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** The frames of an animation; one of any other picture. */
export interface WalkedImage extends ImageSize {
  frames: number;
}

/** Walks through an image to its end; undefined where it holds anything but a picture. */
export type Walk = (cursor: ByteCursor) => Promise<WalkedImage | undefined>;
