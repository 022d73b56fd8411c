import { useEffect } from 'preact/hooks';
import { usePages } from '../paging.tsx';
import { type ApiClient, apiPath, Problem } from '../request.ts';
import type { ClosedChatsReply } from '../../../wire/closed-chats.ts';

const PATH = 'reports/closed-chats';

export interface ReportQuery {
  from: string;
  to: string;
  order: 'newest' | 'oldest';
  sourceDomain?: string;
  /** The id of a tag. */
  tag?: string;
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

/** A range of two days in the reader's time zone (`2026-11-21`), both inclusive. */
export interface Days {
  first: string;
  last: string;
}

/** The day of a time, in the reader's time zone. */
function dayOf(time: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${part(time.getMonth() + 1)}-${part(time.getDate())}`;
}

/** The last days, including today. */
export function lastDays(count: number, now: Date): Days {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1);
  return { first: dayOf(first), last: dayOf(now) };
}

/**
 * From the start of the first day to the end of the last, as the API expects; undefined for invalid input.
 */
export function dateRangeOf({ first, last }: Days): { from: string; to: string } | undefined {
  const [from, to] = [midnight(first, 0), midnight(last, 1)];
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}

function midnight(day: string, later: number): string | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + later);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
