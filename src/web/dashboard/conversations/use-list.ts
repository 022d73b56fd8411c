import type { SessionsReply } from '../../../admin/wire/admin.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { useLive } from '../../ui/live.ts';
import { usePages } from '../../ui/paging.tsx';
import type { Query } from '../../ui/query.ts';
import { listPath } from '../addresses.ts';

type Row = SessionsReply['sessions'][number];

/** A list of conversations. The first page is polled; further pages are loaded on request. */
export function useList(parameters: Query | undefined) {
  const path = parameters && listPath(parameters);
  const live = useLive<SessionsReply>(path);
  const load = (cursor: string | undefined) =>
    adminApi.get<SessionsReply>(listPath({ ...parameters, cursor }));
  const { pages, ...paging } = usePages(path ?? '', load, live.data);
  const first = live.data?.sessions;
  return { live, paging, sessions: first && withFurther(first, pages, parameters ?? {}) };
}

/**
 * The current first page, and the rows of all loaded pages that are sorted after it. A row that should be on
 * the first page but is not there any more is left out.
 */
function withFurther(
  first: readonly Row[],
  pages: readonly SessionsReply[],
  { sortBy, order }: Query,
): Row[] {
  const last = first.at(-1);
  if (!last) return [];
  const keyOf = ({ createdAt, closedAt }: Row) => (sortBy === 'closed' ? (closedAt ?? '') : createdAt);
  const isBehind = (row: Row) => (order === 'oldest' ? keyOf(row) >= keyOf(last) : keyOf(row) <= keyOf(last));
  const rows = new Map(first.map((row) => [row.sessionId, row]));
  for (const row of pages.flatMap(({ sessions }) => sessions)) {
    if (isBehind(row) && !rows.has(row.sessionId)) rows.set(row.sessionId, row);
  }
  return [...rows.values()];
}
