/** Sections whose scores differ by less than this share count as equally relevant. */
const EQUAL_SHARE = 0.05;
/** The same for a section that is outdated. */
const OUTDATED_SHARE = 0.25;

interface Dated {
  score: number;
  /** `YYYY-MM` or `YYYY-MM-DD`. */
  date?: string | undefined;
}

/**
 * Reorders a ranking (best first): of neighbors with nearly equal scores the newer one comes first. A section
 * without a date is current: it is newer than one that was dated a year before `today` (`YYYY-MM-DD`) or
 * earlier.
 */
export function newerFirst<T extends Dated>(ranked: readonly T[], today?: string): T[] {
  const ordered: T[] = [];
  for (const item of ranked) {
    let at = ordered.length;
    while (at > 0 && replaces(item, ordered[at - 1], today)) at--;
    ordered.splice(at, 0, item);
  }
  return ordered;
}

function replaces(item: Dated, before: Dated | undefined, today: string | undefined): boolean {
  if (!before || !isOlder(before.date, item.date, today)) return false;
  const share = isOutdated(before.date, today) ? OUTDATED_SHARE : EQUAL_SHARE;
  return before.score - item.score <= share * before.score;
}

/** Whether a date is before another one. No date is after a date of a year ago. */
export function isOlder(
  date: string | undefined,
  than: string | undefined,
  today: string | undefined,
): boolean {
  if (date === undefined) return false;
  return than === undefined ? isOutdated(date, today) : date < than;
}

function isOutdated(date: string | undefined, today: string | undefined): boolean {
  if (date === undefined || today === undefined) return false;
  const yearAgo = `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;
  return date <= yearAgo;
}
