import type { ListedSession } from '../../domain/records/session.ts';
import type { SortBy } from './addresses.ts';

/**
 * Merges the current first page with the rows of further pages that are sorted after it, without duplicates.
 * A row that should be on the first page but is not there any more is left out.
 */
export function mergeSessions(
  first: readonly ListedSession[],
  further: readonly ListedSession[],
  sortBy: SortBy,
): ListedSession[] {
  const last = first.at(-1);
  if (!last) return [];
  const seen = new Set(first.map(({ sessionId }) => sessionId));
  const behind = further.filter((row) => {
    if (seen.has(row.sessionId)) return false;
    seen.add(row.sessionId);
    return sortBy === 'cost' ? row.cost <= last.cost : row.createdAt <= last.createdAt;
  });
  return [...first, ...behind];
}
