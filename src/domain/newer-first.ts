/** Sections whose scores differ by less than this share count as equally relevant. */
const EQUAL_SHARE = 0.05;

interface Dated {
  score: number;
  /** `YYYY-MM` or `YYYY-MM-DD`. */
  date?: string | undefined;
}

/**
 * Reorders a ranking (best first): of neighbors with nearly equal scores the newer one comes first, if both
 * have a date.
 */
export function newerFirst<T extends Dated>(ranked: readonly T[]): T[] {
  const ordered: T[] = [];
  for (const item of ranked) {
    let at = ordered.length;
    while (at > 0 && isNewer(item, ordered[at - 1])) at--;
    ordered.splice(at, 0, item);
  }
  return ordered;
}

function isNewer(item: Dated, before: Dated | undefined): boolean {
  if (item.date === undefined || before?.date === undefined) return false;
  return before.score - item.score <= EQUAL_SHARE * before.score && item.date > before.date;
}
