import type { AttachmentType } from './attachment-types.ts';

/** A part of a file; missing bytes read as undefined. */
type Bytes = Readonly<Record<number, number | undefined>> & { length: number };

const MARKER = 0xff;
const TEM = 0x01;
/** The markers that start a frame, which has the size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** Restarts, the start and the end of an image, and a stuffed zero: browsers pass over them. */
const isWithoutLength = (code: number) => code === 0 || (code >= 0xd0 && code <= 0xd9);

const EXTENSION = 0x21;
const IMAGE = 0x2c;

/**
 * Whether browsers decode an image in the size that `image-dimensions` reads. They enlarge a GIF to its
 * first frame. In a JPEG, the library takes a marker without a length for one with a length, and can find a
 * size behind it.
 */
export function isDecodedInSize(type: AttachmentType, bytes: Bytes): boolean {
  if (type === 'jpeg') return hasOnlySegments(bytes);
  return type === 'gif' ? isFrameWithinScreen(bytes) : true;
}

/** Whether each marker of a JPEG up to its size has a length (ITU-T T.81, B.1.1). */
function hasOnlySegments(bytes: Bytes): boolean {
  let at = 2;
  while (at < bytes.length) {
    const code = bytes[at + 1];
    if (bytes[at] !== MARKER || code === undefined || code === MARKER) at++;
    else if (isFrame(code)) return true;
    else if (isWithoutLength(code)) return false;
    else at += 2 + (code === TEM ? 0 : (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0));
  }
  return false;
}

/** Whether the first frame of a GIF is within its screen (GIF89a, 18 and 20). */
function isFrameWithinScreen(bytes: Bytes): boolean {
  const number = (at: number) => (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
  const flags = bytes[10] ?? 0;
  let at = 13 + (flags >= 0x80 ? 3 * 2 ** ((flags % 8) + 1) : 0);
  while (bytes[at] === EXTENSION) {
    at += 2;
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += 1 + size;
    at++;
  }
  const isComplete = bytes[at] === IMAGE && at + 9 < bytes.length;
  return (
    isComplete && number(at + 1) + number(at + 5) <= number(6) && number(at + 3) + number(at + 7) <= number(8)
  );
}
