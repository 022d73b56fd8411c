import type { Window } from '../../../wire/admin.ts';

/** What the windows are called, and how the time before each is. */
export const WINDOWS: readonly (readonly [value: Window, name: string])[] = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
];

export const BEFORE: Record<Window, string> = {
  '24h': 'the day before',
  '7d': 'the week before',
};

/** The window that an address names; a day where it names none. */
export const windowOf = (query: URLSearchParams): Window => (query.get('window') === '7d' ? '7d' : '24h');
