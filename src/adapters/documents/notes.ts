import type { ReadFile } from '../../ports.ts';

/** So many kinds are named. */
const MOST_NOTES = 12;

/** A document with what its file holds and the document does not, by kind and number; none of 0. */
export function noted(
  markdown: string,
  leftOut: readonly (readonly [what: string, count: number])[],
): ReadFile {
  const notes = leftOut
    .filter(([, count]) => count > 0)
    .slice(0, MOST_NOTES)
    .map(([what, count]) => (count === 1 ? what : `${what} (${count})`));
  return notes.length === 0 ? { markdown } : { markdown, leftOut: notes };
}
