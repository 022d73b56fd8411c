import { bigEndian, coverage, latin1 } from './bytes.ts';

/** The profiles that browsers write for a canvas have up to 3 144 bytes (sRGB IEC61966-2.1). */
export const MAX_PROFILE_BYTES = 4096;
const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;
const MAX_TEXT_BYTES = 256;

/** In ASCII, or in UTF-16 with a zero byte before each letter. */
const MARKUP = /<\0?[a-z!?/]/i;

type IsPlain = (element: Uint8Array) => boolean;

const ofType = (type: string, size: number): IsPlain => {
  return (element) => element.length === size && latin1(element.subarray(0, 4)) === type;
};
const isXyz = ofType('XYZ ', 20);
const isText: IsPlain = (element) => element.length <= MAX_TEXT_BYTES && !MARKUP.test(latin1(element));

/** A function with up to seven parameters, or increasing values (ICC.1:2022, 10.6 and 10.18). */
function isCurve(element: Uint8Array): boolean {
  const type = latin1(element.subarray(0, 4));
  if (type === 'para') return element.length <= 40;
  const values = element.subarray(12);
  if (type !== 'curv' || values.length !== 2 * bigEndian(element.subarray(8, 12))) return false;
  const at = (index: number) => bigEndian(values.subarray(index, index + 2));
  for (let index = 2; index < values.length; index += 2) if (at(index) < at(index - 2)) return false;
  return true;
}

/** The elements of a display profile (ICC.1:2022, 9.2). */
const ELEMENTS: ReadonlyMap<string, IsPlain> = new Map([
  ...['rXYZ', 'gXYZ', 'bXYZ', 'wtpt', 'bkpt', 'lumi'].map((name) => [name, isXyz] as const),
  ...['rTRC', 'gTRC', 'bTRC', 'kTRC'].map((name) => [name, isCurve] as const),
  ...['desc', 'cprt', 'dmnd', 'dmdd', 'vued'].map((name) => [name, isText] as const),
  ['meas', ofType('meas', 36)],
  ['view', ofType('view', 36)],
  ['tech', ofType('sig ', 12)],
  ['cicp', ofType('cicp', 12)],
  ['chad', ofType('sf32', 44)],
]);

/**
 * Whether a color profile is a plain display profile: it has only known elements, short texts without markup,
 * and no other bytes.
 */
export function isPlainProfile(bytes: Uint8Array): boolean {
  const number = (offset: number) => bigEndian(bytes.subarray(offset, offset + 4));
  const text = (offset: number) => latin1(bytes.subarray(offset, offset + 4));
  if (bytes.length > MAX_PROFILE_BYTES || number(0) !== bytes.length || text(36) !== 'acsp') return false;
  const used = coverage(bytes.length);
  const count = number(HEADER_BYTES);
  if (count > ELEMENTS.size || !used.add(0, HEADER_BYTES + 4 + ENTRY_BYTES * count)) return false;
  const entries = Array.from({ length: count }, (_, index) => HEADER_BYTES + 4 + ENTRY_BYTES * index);
  const isPlain = entries.every((at) => {
    const [offset, size] = [number(at + 4), number(at + 8)];
    const isElement = ELEMENTS.get(text(at));
    return used.add(offset, size) && isElement?.(bytes.subarray(offset, offset + size)) === true;
  });
  // Elements start at multiples of four; the padding must be zeros.
  return isPlain && used.gaps().every((index) => bytes[index] === 0);
}
