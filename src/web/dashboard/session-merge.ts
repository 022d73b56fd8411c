import type { SessionRow } from '../../wire/admin.ts';
import type { SortBy } from './parts/session-table.tsx';

/**
 * A list of which the first page is asked for again and again and the rest is not: the first page as it is now, then what
 * is known of the rows behind its last. No row stands twice, and none that the first page should hold comes behind it.
 */
export function merged(
  first: readonly SessionRow[],
  further: readonly SessionRow[],
  sortBy: SortBy,
): SessionRow[] {
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
