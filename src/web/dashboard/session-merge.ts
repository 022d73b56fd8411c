import type { ListedSession } from '../../domain/records/session.ts';
import { queueRank } from '../../domain/agent-queue.ts';
import type { SortBy } from './addresses.ts';

/** Whether a row is sorted after the last one of the first page. */
const IS_BEHIND: Record<SortBy, (row: ListedSession, last: ListedSession) => boolean> = {
  recent: (row, last) => row.createdAt <= last.createdAt,
  cost: (row, last) => row.cost <= last.cost,
  waiting: (row, last) => queueRank(row) >= queueRank(last),
};

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
    return IS_BEHIND[sortBy](row, last);
  });
  return [...first, ...behind];
}
