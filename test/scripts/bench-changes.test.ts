import { expect, test } from 'vitest';
import { changesSince } from '../../bench/support/last-run.ts';

test('a bench lists its results that changed by more than the variance, with their previous values', () => {
  const before = { 'calls a second': 1, 'CPU of a call': 0.5, machine: 'two cores', gone: 3 };
  const after = { 'calls a second': 1.02, 'CPU of a call': 0.4, machine: 'four cores', new: 7 };
  expect(changesSince(before, after)).toEqual([
    'CPU of a call: 0.50 → 0.40 (-20 %)',
    'machine: was two cores',
  ]);
  expect(changesSince(after, after)).toEqual([]);
});
