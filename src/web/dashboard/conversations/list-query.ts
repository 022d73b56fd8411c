import { RATING_FILTERS, type RatingFilter } from '../../../conversations/rules/session-facets.ts';
import type { SessionStatus } from '../../../conversations/records/session.ts';
import type { ListWindow } from '../../../platform/wire/query-fields.ts';
import { dateRangeOf } from '../../ui/closed-chats/report-query.ts';
import type { Query } from '../../ui/query.ts';
import { LIST_WINDOWS, STATUSES, tagOf } from '../queries.ts';

/** The time filter: a window, or a range of days in the reader's time zone. */
export type TimeChoice = ListWindow | 'days';

export const TIMES: readonly (readonly [value: TimeChoice, name: string])[] = [
  ['all', 'Any time'],
  ...LIST_WINDOWS.filter(([window]) => window !== 'all'),
  ['30d', '30 days'],
  ['days', 'Days…'],
];

export const RATINGS: Readonly<Record<RatingFilter, string>> = {
  'answer-helpful': 'Answer rated helpful',
  'answer-not-helpful': 'Answer rated not helpful',
  'not-answered': 'Not answered',
  helpful: 'Conversation rated helpful',
  'not-helpful': 'Conversation rated not helpful',
};

/** The list of conversations, as its URL says it; an empty text filters nothing. */
export interface ListQuery {
  q: string;
  status: SessionStatus | '';
  time: TimeChoice;
  first: string;
  last: string;
  widget: string;
  agent: string;
  tag: string;
  rating: RatingFilter | '';
  language: string;
  sourceDomain: string;
  /** Of closed conversations. */
  order: 'newest' | 'oldest';
}

export function listQueryOf(query: URLSearchParams): ListQuery {
  const text = (name: string) => query.get(name) ?? '';
  return {
    q: text('q'),
    status: STATUSES.find((status) => status === text('status')) ?? '',
    time: TIMES.find(([time]) => time === (query.get('time') ?? query.get('window')))?.[0] ?? 'all',
    first: text('first'),
    last: text('last'),
    widget: text('widget'),
    agent: text('agent'),
    tag: tagOf(query),
    rating: RATING_FILTERS.find((rating) => rating === text('rating')) ?? '',
    language: text('language'),
    sourceDomain: text('sourceDomain'),
    order: text('order') === 'oldest' ? 'oldest' : 'newest',
  };
}

/** The parameters of the page's URL; defaults are left out. */
export const urlOf = ({ time, order, ...rest }: ListQuery): Query => ({
  ...rest,
  time: time === 'all' ? '' : time,
  order: order === 'newest' ? '' : order,
});

/** The number of filters that are set, without the text. */
export const filterCount = ({ q: _q, order: _o, time, first: _f, last: _l, ...filters }: ListQuery): number =>
  Object.values(filters).filter((value) => value !== '').length + Number(time !== 'all');

/** The parameters that the list and the search have in common; undefined while the days are invalid. */
export function filterParameters({ time, first, last, ...query }: ListQuery): Query | undefined {
  const { status, widget, agent, tag, rating, language, sourceDomain } = query;
  const filters = { status, widget, agent, tag, rating, language, sourceDomain };
  if (time !== 'days') return { ...filters, window: time };
  const range = dateRangeOf({ first, last });
  return range && { ...filters, ...range };
}

/** The parameters of the list; closed conversations are listed by the time of their close. */
export function listParameters(query: ListQuery, person: string): Query | undefined {
  const filters = filterParameters(query);
  if (!filters) return undefined;
  const sorted = query.status === 'closed' ? { sortBy: 'closed', order: query.order } : { sortBy: 'recent' };
  return { ...filters, ...sorted, person };
}
