import { useEffect } from 'preact/hooks';
import type { ClosedChatsReply } from '../../../wire/closed-chats.ts';
import { usePages } from '../paging.tsx';
import { apiPath, Problem, type ApiClient } from '../request.ts';

const PATH = 'reports/closed-chats';

/** The parameters of a report. */
export interface ReportQuery {
  from: string;
  to: string;
  order: 'newest' | 'oldest';
  sourceDomain?: string;
}

/**
 * The pages of a report; the first is loaded as soon as there is a query. `chats` is undefined until it has
 * come.
 */
export function useReportPages(api: ApiClient, query: ReportQuery | undefined) {
  const list = JSON.stringify(query);
  const load = (cursor: string | undefined) => api.get<ClosedChatsReply>(apiPath(PATH, { ...query, cursor }));
  const { pages, ...paging } = usePages(list, load);
  useEffect(() => {
    if (query && pages.length === 0) void paging.loadMore();
  }, [list]);
  return { paging, chats: pages.length > 0 ? pages.flatMap(({ chats }) => chats) : undefined };
}

/**
 * The whole report as CSV. Throws a Problem where its last line says that it is incomplete (docs/api.md,
 * Closed chats).
 */
export async function reportFile(api: ApiClient, query: ReportQuery): Promise<Blob> {
  const file = await api.file(apiPath(PATH, { ...query, format: 'csv' }));
  const tail = await file.slice(-1_000).text();
  if (!/(^|\n)Incomplete: [^\n]*\r?\n$/.test(tail)) return file;
  throw new Problem('broke-off', 'The download was interrupted. Nothing was saved. Try again.');
}
