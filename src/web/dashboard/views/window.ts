import type { Window } from '../../../wire/admin.ts';

/** The names of the windows, and of the time before each. */
export const WINDOWS: readonly (readonly [value: Window, name: string])[] = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
];

export const BEFORE: Record<Window, string> = {
  '24h': 'the day before',
  '7d': 'the week before',
};

/** The window in a query; a day by default. */
export const windowOf = (query: URLSearchParams): Window => (query.get('window') === '7d' ? '7d' : '24h');
