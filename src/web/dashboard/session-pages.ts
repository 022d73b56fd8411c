import type { SessionsReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { usePages } from '../ui/paging.tsx';
import { apiPath } from '../ui/request.ts';
import { useLive } from './live.ts';
import type { SortBy } from './parts/session-table.tsx';
import { merged } from './session-merge.ts';

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
