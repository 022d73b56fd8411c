import type { Match } from '../snippet.ts';

/** What the index puts around a match. A control character is never part of a word, so it cannot be inside one. */
export const MARK = '\u0001';

/**
 * The matches in a message that the index has marked, whatever it folds. A mark is where the marked text differs from the
 * text; marks come in pairs.
 */
export function matchesIn(content: string, marked: string): Match[] {
  const found: Match[] = [];
  let start: number | undefined;
  let skipped = 0;
  for (let at = 0; at <= content.length; at++) {
    if (marked[at + skipped] === content[at]) continue;
    // The index ends its copy at a NUL; what comes after it stays unmarked.
    if (marked[at + skipped] !== MARK) break;
    if (start === undefined) start = at;
    else {
      // Marks that the message itself holds after a match look like part of it.
      let end = at;
      while (content[end - 1] === MARK) end--;
      found.push([start, end]);
      start = undefined;
    }
    skipped++;
    at--;
  }
  return found;
}
