import type { SessionStatus } from '../../domain/records/session.ts';
import type { Window } from '../../wire/admin.ts';
import type { ListWindow } from '../../wire/records.ts';
import type { ReportDays } from '../../wire/team-report.ts';
import type { SessionQuery, SortBy } from './addresses.ts';

// The choices of the query in the page's address, with the defaults of each view.

/** The names of the windows, and of the time before each. */
export const WINDOWS: readonly (readonly [value: Window, name: string])[] = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
];

export const BEFORE: Record<Window, string> = {
  '24h': 'previous day',
  '7d': 'previous week',
};

/** The windows of lists, which may have no limit. */
export const LIST_WINDOWS: readonly (readonly [value: ListWindow, name: string])[] = [
  ...WINDOWS,
  ['all', 'All time'],
];

/** The statuses that a list can be filtered by, in the order of the choice. */
export const STATUSES: readonly SessionStatus[] = ['human_requested', 'claimed', 'open', 'closed'];

/** The window in a query; a day by default. */
export const windowOf = (query: URLSearchParams): Window => (query.get('window') === '7d' ? '7d' : '24h');

const listWindowIn = (query: URLSearchParams): ListWindow | undefined =>
  LIST_WINDOWS.find(([window]) => window === query.get('window'))?.[0];

/** The order of the top sessions; the cost by default. */
export const topSortOf = (query: URLSearchParams): SortBy =>
  query.get('sort') === 'recent' ? 'recent' : 'cost';

/** The list of conversations; all of them, newest first, by default. */
export const sessionQueryOf = (query: URLSearchParams): SessionQuery => ({
  sortBy: query.get('sortBy') === 'cost' ? 'cost' : 'recent',
  window: listWindowIn(query) ?? 'all',
  status: STATUSES.find((status) => status === query.get('status')) ?? '',
  tag: /^[\da-f-]{36}$/.exec(query.get('tag') ?? '')?.[0] ?? '',
});

/** The window of unanswered questions; a week by default. */
export const questionsWindowOf = (query: URLSearchParams): ListWindow => listWindowIn(query) ?? '7d';

/** The ranges of the report on the team. */
export const REPORT_RANGES: readonly (readonly [value: ReportDays, name: string])[] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
];

/** The range of the report; 30 days by default. */
export const reportDaysOf = (query: URLSearchParams): ReportDays =>
  REPORT_RANGES.find(([days]) => days === query.get('days'))?.[0] ?? '30';

/** The search text as typed; empty by default. */
export const typedSearchOf = (query: URLSearchParams): string => query.get('q') ?? '';
