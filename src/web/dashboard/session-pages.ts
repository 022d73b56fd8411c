import type { SessionsReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { usePages } from '../ui/paging.tsx';
import { apiPath } from '../ui/request.ts';
import { useLive } from './live.ts';
import type { SortBy } from './parts/session-table.tsx';
import type { ListedSession } from '../../domain/records/session.ts';

const PAGE = 50;

export interface SessionQuery {
  sortBy: SortBy;
  window: string;
  status: string;
}

/** A list of conversations of which the first page is polled and further pages are loaded by request. */
export function useSessionPages(query: SessionQuery) {
  const path = apiPath('sessions', { ...query, limit: PAGE });
  const live = useLive<SessionsReply>(path);
  const load = (cursor: string | undefined) =>
    adminApi.get<SessionsReply>(apiPath('sessions', { ...query, limit: PAGE, cursor }));
  const { pages, ...paging } = usePages(path, load, live.data);
  const further = pages.flatMap(({ sessions }) => sessions);
  return { live, paging, sessions: live.data && merged(live.data.sessions, further, query.sortBy) };
}

/**
 * The first page as it is now, then the rows of further pages that sort behind its last. Each conversation
 * once; a row that should be on the first page and is not there any more is left out.
 */
export function merged(
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
