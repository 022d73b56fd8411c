import { createHash } from 'node:crypto';

/**
 * A vector of a text by its groups of three characters, each counted at a position that a hash gives: texts
 * that share words, or parts of words, are near. It knows nothing of meaning.
 */
export function ngramVector(text: string, length: number): number[] {
  const vector = Array.from({ length }, () => 0);
  const letters = Array.from(` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `);
  for (let at = 0; at + 3 <= letters.length; at++) {
    const hash = createHash('sha256')
      .update(letters.slice(at, at + 3).join(''))
      .digest();
    const place = hash.readUInt32LE(0) % length;
    vector[place] = (vector[place] ?? 0) + (hash.readUInt8(4) % 2 === 0 ? 1 : -1);
  }
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector.fill(1) : vector.map((value) => value / norm);
}
