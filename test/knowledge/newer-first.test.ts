import { expect, test } from 'vitest';
import { newerFirst } from '../../src/knowledge/rules/newer-first.ts';

const of = (score: number, date?: string) => ({ score, ...(date !== undefined && { date }) });

test('of two sections with similar scores the newer page comes first', () => {
  const [old, fresh] = [of(10, '2024-03'), of(9.8, '2026-01-04')];
  expect(newerFirst([old, fresh])).toEqual([fresh, old]);
});

test('a section with a clearly better score comes first, whatever its date', () => {
  const ranked = [of(10, '2024-03'), of(9, '2026-01-04')];
  expect(newerFirst(ranked)).toEqual(ranked);
});

test('sections without a date keep their positions', () => {
  const ranked = [of(10), of(10, '2026-01-04'), of(10), of(10, '2027-01')];
  expect(newerFirst(ranked)).toEqual(ranked);
});

test.each([
  ['a page without a date before a post of two years ago', [of(10, '2024-03'), of(8)], [1, 0]],
  ['also with a month', [of(10, '2025-11'), of(8)], [1, 0]],
  ['a newer post before one of two years ago', [of(10, '2024-03'), of(8, '2026-11-01')], [1, 0]],
  ['a recent post stays before a page without a date', [of(10, '2026-02-03'), of(9.9)], [0, 1]],
  ['a much better old post stays', [of(10, '2024-03'), of(7)], [0, 1]],
])('on 28 November 2026: %s', (_what, ranked, order) => {
  expect(newerFirst(ranked, '2026-11-28')).toEqual(order.map((at) => ranked[at]));
});
