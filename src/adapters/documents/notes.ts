import type { ParsedFile } from '../../ports.ts';

/** So many kinds are named. */
const MOST_NOTES = 12;

/** A document with the parts of its file that were left out, by kind and number; numbers of 0 are dropped. */
export function withLeftOutNotes(
  markdown: string,
  leftOut: readonly (readonly [what: string, count: number])[],
): ParsedFile {
  const notes = leftOut
    .filter(([, count]) => count > 0)
    .slice(0, MOST_NOTES)
    .map(([what, count]) => (count === 1 ? what : `${what} (${count})`));
  return notes.length === 0 ? { markdown } : { markdown, leftOut: notes };
}
