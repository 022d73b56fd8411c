import { bigEndian, coverage, latin1, littleEndian } from './bytes.ts';

/** The maximum length of Exif data, in bytes: a browser's canvas writes less. */
export const MAX_EXIF_BYTES = 256;

const EXIF_DIRECTORY = 0x8769;
/** The fields that describe how to show a picture (Exif 3.0, 4.6), not where or by whom it was taken. */
const FIELDS = new Set([
  // ImageWidth, ImageLength, Orientation, XResolution, YResolution, ResolutionUnit, YCbCrPositioning
  ...[0x0100, 0x0101, 0x0112, 0x011a, 0x011b, 0x0128, 0x0213, EXIF_DIRECTORY],
  // ExifVersion, ComponentsConfiguration, FlashpixVersion, ColorSpace, PixelXDimension, PixelYDimension,
  // SceneCaptureType
  ...[0x9000, 0x9101, 0xa000, 0xa001, 0xa002, 0xa003, 0xa406],
]);
/** By field type: the allowed number of values, and the bytes that they use outside the field. */
const TYPES = new Map([
  [3, { count: 1, elsewhere: 0 }], // SHORT
  [4, { count: 1, elsewhere: 0 }], // LONG
  [5, { count: 1, elsewhere: 8 }], // RATIONAL
  [7, { count: 4, elsewhere: 0 }], // UNDEFINED
]);

/** Whether Exif data (in TIFF form) has only fields that describe how to show a picture. */
export function isPlainExif(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_EXIF_BYTES || !/^(?:MM\0\*|II\*\0)/.test(latin1(bytes.subarray(0, 4)))) return false;
  const read = bytes[0] === 0x4d ? bigEndian : littleEndian;
  const number = (offset: number, count: number) => read(bytes.subarray(offset, offset + count));
  const used = coverage(bytes.length);

  function isPlainField(at: number, isFirst: boolean): boolean {
    const [tag, type, count] = [number(at, 2), number(at + 2, 2), number(at + 4, 4)];
    const rule = TYPES.get(type);
    if (!FIELDS.has(tag) || rule?.count !== count) return false;
    const value = number(at + 8, 4);
    if (tag === EXIF_DIRECTORY) return isFirst && isPlainDirectory(value, false);
    return rule.elsewhere === 0 || used.add(value, rule.elsewhere);
  }

  function isPlainDirectory(offset: number, isFirst: boolean): boolean {
    const fields = number(offset, 2);
    const end = offset + 2 + 12 * fields;
    // A second directory describes a preview image.
    if (fields > FIELDS.size || !used.add(offset, 6 + 12 * fields) || number(end, 4) !== 0) return false;
    return Array.from({ length: fields }, (_, index) => offset + 2 + 12 * index).every((at) =>
      isPlainField(at, isFirst),
    );
  }

  return used.add(0, 8) && isPlainDirectory(number(4, 4), true) && used.gaps().length === 0;
}
