import type { SessionStatus } from '../../conversations/records/session.ts';
import type { Window } from '../../admin/wire/admin.ts';
import type { ListWindow } from '../../platform/wire/query-fields.ts';
import type { ReportDays } from '../../admin/wire/team-report.ts';
import type { TopOrder } from './addresses.ts';

// Parses the query of the page's URL, with the defaults of each view.

/** The labels of time windows, and of the windows before them. */
export const WINDOWS: readonly (readonly [value: Window, name: string])[] = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
];

export const BEFORE: Record<Window, string> = {
  '24h': 'previous day',
  '7d': 'previous week',
};

/** The time windows of lists, including one without a limit. */
export const LIST_WINDOWS: readonly (readonly [value: ListWindow, name: string])[] = [
  ...WINDOWS,
  ['all', 'All time'],
];

/** The statuses of the filter, in its order. */
export const STATUSES: readonly SessionStatus[] = ['human_requested', 'claimed', 'open', 'closed'];

/** The time window in a query. Default: a day. */
export const windowOf = (query: URLSearchParams): Window => (query.get('window') === '7d' ? '7d' : '24h');

const listWindowIn = (query: URLSearchParams): ListWindow | undefined =>
  LIST_WINDOWS.find(([window]) => window === query.get('window'))?.[0];

/** The order of the top sessions. Default: by cost. */
export const topSortOf = (query: URLSearchParams): TopOrder =>
  query.get('sort') === 'recent' ? 'recent' : 'cost';

/** The id of the tag that is filtered by; empty for any. */
export const tagOf = (query: URLSearchParams): string =>
  /^[\da-f-]{36}$/.exec(query.get('tag') ?? '')?.[0] ?? '';

/** The time window of unanswered questions. Default: a week. */
export const questionsWindowOf = (query: URLSearchParams): ListWindow => listWindowIn(query) ?? '7d';

/** The date ranges of the team report. */
export const REPORT_RANGES: readonly (readonly [value: ReportDays, name: string])[] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
];

/** The date range of the team report. Default: 30 days. */
export const reportDaysOf = (query: URLSearchParams): ReportDays =>
  REPORT_RANGES.find(([days]) => days === query.get('days'))?.[0] ?? '30';
