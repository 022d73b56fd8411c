import type { ParsedFile } from '../../ports.ts';

/** The most kinds of omitted parts that are listed. */
const MAX_NOTES = 12;

/** A document with the omitted parts of its file, by kind and count. Counts of 0 are dropped. */
export function withLeftOutNotes(
  markdown: string,
  leftOut: readonly (readonly [what: string, count: number])[],
): ParsedFile {
  const notes = leftOutNotes(leftOut);
  return notes.length === 0 ? { markdown } : { markdown, leftOut: notes };
}

/** Omitted parts in words: `pictures (3)`. */
export function leftOutNotes(leftOut: Iterable<readonly [what: string, count: number]>): string[] {
  return Array.from(leftOut)
    .filter(([, count]) => count > 0)
    .slice(0, MAX_NOTES)
    .map(([what, count]) => (count === 1 ? what : `${what} (${count})`));
}
