import { useEffect } from 'preact/hooks';
import { usePages } from '../paging.tsx';
import type { Query } from '../query.ts';
import { readerFormat } from '../format.ts';
import { type ApiClient, apiPath, Problem } from '../request.ts';
import type { ClosedChatsReply } from '../../../admin/wire/closed-chats.ts';

const PATH = 'reports/closed-chats';

export interface ReportQuery {
  from: string;
  to: string;
  order: 'newest' | 'oldest';
  sourceDomain?: string;
  /** A tag's id. */
  tag?: string;
}

/** The pages of a report. The first page loads with the query. `chats` is undefined until it has loaded. */
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
 * The whole report as CSV. Throws a Problem if its last line marks it as incomplete (docs/api.md, Closed
 * chats).
 */
export async function reportFile(api: ApiClient, query: Query): Promise<Blob> {
  const file = await api.file(apiPath(PATH, { ...query, ...readerFormat(), format: 'csv' }));
  const tail = await file.slice(-1_000).text();
  if (!/(^|\n)Incomplete: [^\n]*\r?\n$/.test(tail)) return file;
  throw new Problem('broke-off', 'The download was interrupted. Nothing was saved. Try again.');
}

/** A range of days (`2026-11-21`) in the reader's time zone, both inclusive. */
interface Days {
  first: string;
  last: string;
}

/** The date of a time in the reader's time zone. */
export function dayOf(time: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${part(time.getMonth() + 1)}-${part(time.getDate())}`;
}

/** The last `count` days, including today. */
export function lastDays(count: number, now: Date): Days {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1);
  return { first: dayOf(first), last: dayOf(now) };
}

/**
 * The range from the start of the first day to the end of the last, in the API's format; undefined for
 * invalid input.
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
