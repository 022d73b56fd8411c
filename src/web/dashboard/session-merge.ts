import type { SessionRow } from '../../wire/admin.ts';
import type { SortBy } from './parts/session-table.tsx';

/**
 * The first page as it is now, then the rows of further pages that sort behind its last. Each conversation
 * once; a row that should be on the first page and is not there any more is left out.
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
