/** Decodes bytes as Latin-1: one character per byte. */
export const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** An unsigned big-endian number; 0 for empty bytes, which is invalid as a size or a length. */
export const bigEndian = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

export const littleEndian = (bytes: Uint8Array): number => bigEndian(bytes.toReversed());

/** Tracks which bytes of a structure are used. Unused bytes can hide data. */
export function coverage(length: number): {
  /** False if the bytes are not within the structure. */
  add(offset: number, count: number): boolean;
  /** The indexes of unused bytes. */
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
