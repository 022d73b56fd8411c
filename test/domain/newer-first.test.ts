import { expect, test } from 'vitest';
import { newerFirst } from '../../src/domain/newer-first.ts';

const of = (score: number, date?: string) => ({ score, ...(date !== undefined && { date }) });

test('of sections whose scores are nearly equal, that of the newer page comes first', () => {
  const [old, fresh] = [of(10, '2024-03'), of(9.8, '2026-01-04')];
  expect(newerFirst([old, fresh])).toEqual([fresh, old]);
});

test('a better section comes first, however old', () => {
  const ranked = [of(10, '2024-03'), of(9, '2026-01-04')];
  expect(newerFirst(ranked)).toEqual(ranked);
});

test('sections without a date keep their places', () => {
  const ranked = [of(10), of(10, '2026-01-04'), of(10), of(10, '2027-01')];
  expect(newerFirst(ranked)).toEqual(ranked);
});
