import { JPEG, PNG, webpCanvas, webpChunk, webp, losslessWebp, GIF } from '../../support/files/images.ts';

/** A field of Exif data: its tag, its type, the number of its values, and the four bytes of its value. */
type ExifField = readonly [tag: number, type: number, count: number, value: number];

/** Exif data in TIFF form: the fields of a picture, and behind them what else there is. */
export function exifData(fields: readonly ExifField[], behind: Buffer = Buffer.alloc(0)): Buffer {
  const directory = Buffer.alloc(6 + 12 * fields.length);
  directory.writeUInt16BE(fields.length, 0);
  fields.forEach(([tag, type, count, value], index) => {
    const at = 2 + 12 * index;
    directory.writeUInt16BE(tag, at);
    directory.writeUInt16BE(type, at + 2);
    directory.writeUInt32BE(count, at + 4);
    directory.writeUInt32BE(value, at + 8);
  });
  return Buffer.concat([Buffer.from('MM\0*\0\0\0\b', 'latin1'), directory, behind]);
}

/** The data that Safari writes for a canvas: a directory with the color space and the size in pixels. */
export const PLAIN_EXIF: Buffer = exifData(
  [[0x8769, 4, 1, 26]],
  exifData([
    [0xa001, 3, 1, 0x10000],
    [0xa002, 4, 1, 3],
    [0xa003, 4, 1, 2],
  ]).subarray(8),
);

/** The PNG with a chunk after its header. */
export const pngWith = (chunk: Buffer): Buffer =>
  Buffer.concat([PNG.subarray(0, 33), chunk, PNG.subarray(33)]);

/** The JPEG with a segment in place of the existing one of that kind, or after its start. */
export function jpegWith(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  const at = JPEG.indexOf(head.subarray(0, 2));
  const rest = at === -1 ? 2 : at + 2 + JPEG.readUInt16BE(at + 2);
  return Buffer.concat([JPEG.subarray(0, at === -1 ? 2 : at), head, content, JPEG.subarray(rest)]);
}

const PROFILE_HEAD = Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1');

/** The color profile of the JPEG. */
export const PROFILE: Buffer = (() => {
  const start = JPEG.indexOf(PROFILE_HEAD) + PROFILE_HEAD.length;
  return JPEG.subarray(start, start + JPEG.readUInt32BE(start));
})();

/** The JPEG with another color profile. */
export const jpegWithProfile = (profile: Buffer): Buffer =>
  jpegWith(0xe2, Buffer.concat([PROFILE_HEAD, profile]));

/** The profile with other bytes in one of its elements. */
export function profileWith(element: string, content: Buffer): Buffer {
  const changed = Buffer.from(PROFILE);
  const entry = changed.indexOf(element, 128);
  content.copy(changed, changed.readUInt32BE(entry + 4), 0, changed.readUInt32BE(entry + 8));
  return changed;
}

/** An extended WebP of one picture with another chunk. */
export const webpWith = (chunk: Buffer): Buffer => webp(webpCanvas(3, 2), chunk, losslessWebp(3, 2));

/** An extended WebP that is an animation, with so many equal frames of a picture. */
export function animatedWebp(picture: Buffer, frames: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(2, 6, 3);
  head.writeUIntLE(1, 9, 3);
  const frame = webpChunk('ANMF', Buffer.concat([head, picture]));
  const control = webpChunk('ANIM', Buffer.alloc(6));
  return webp(webpCanvas(3, 2), control, ...Array.from({ length: frames }, () => frame));
}

/** The GIF with an extension before its image. */
export const gifWith = (extension: string): Buffer => {
  const at = GIF.indexOf(0x21, 19);
  return Buffer.concat([GIF.subarray(0, at), Buffer.from(extension, 'latin1'), GIF.subarray(at)]);
};
