/** Bytes as text, a character for each. */
export const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** An unsigned number, big-endian; bytes that are missing count as 0, which no size and no length may be. */
export const bigEndian = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

export const littleEndian = (bytes: Uint8Array): number => bigEndian(bytes.toReversed());

/** Tracks which bytes of a structure have a meaning. Uncovered bytes can hide data. */
export function coverage(length: number): {
  /** False where the bytes are not within the structure. */
  add(offset: number, count: number): boolean;
  /** The indexes of bytes without a meaning. */
  gaps(): number[];
} {
  const covered = new Uint8Array(length);
  return {
    add(offset, count) {
      if (offset + count > length) return false;
      covered.fill(1, offset, offset + count);
      return true;
    },
    gaps: () => Array.from(covered.keys()).filter((index) => covered[index] === 0),
  };
}
