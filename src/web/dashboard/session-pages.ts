import type { SessionsReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { usePages } from '../ui/paging.tsx';
import { sessionsPath, type SessionQuery } from './addresses.ts';
import { useLive } from '../ui/live.ts';
import { mergeSessions } from './session-merge.ts';

/** A list of conversations. The first page is polled; further pages are loaded on request. */
export function useSessionPages(query: SessionQuery) {
  const path = sessionsPath(query);
  const live = useLive<SessionsReply>(path);
  const load = (cursor: string | undefined) => adminApi.get<SessionsReply>(sessionsPath(query, cursor));
  const { pages, ...paging } = usePages(path, load, live.data);
  const further = pages.flatMap(({ sessions }) => sessions);
  return { live, paging, sessions: live.data && mergeSessions(live.data.sessions, further, query.sortBy) };
}
