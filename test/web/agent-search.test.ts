import { expect, test } from 'vitest';
import { NO_CRITERIA, searchQuery } from '../../src/web/desk/dialogs/use-agent-search.ts';

const midnight = (day: number) => new Date(2026, 10, day).toISOString();

test.each([
  [{}, undefined],
  [{ text: '  ' }, undefined],
  [{ text: ' late parcel ' }, { q: 'late parcel' }],
  [
    { visitor: 'Jonas', sourceDomain: 'shop.example' },
    { visitor: 'Jonas', sourceDomain: 'shop.example' },
  ],
  [{ tagId: 'a' }, { tag: 'a' }],
  [{ fromDay: '2026-11-20' }, { from: midnight(20) }],
  [{ toDay: '2026-11-20' }, { to: midnight(21) }],
])('the range %j is requested as %j, including both days', (wanted, query) => {
  expect(searchQuery({ ...NO_CRITERIA, ...wanted })).toEqual(query);
});
