import { expect, test } from 'vitest';
import { untilNextMs } from '../../src/web/ui/use-now.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  ['the first minute with each second', 12.3 * SECOND, 0.7 * SECOND],
  ['the first day with each minute', 90.5 * MINUTE, 0.5 * MINUTE],
  ['the last minute of the first day with its end', DAY - 20 * SECOND, 20 * SECOND],
  ['later ages with each hour', 2 * DAY + 0.25 * HOUR, 0.75 * HOUR],
])('an age is rendered again: %s', (_name, ageMs, waitMs) => {
  expect(untilNextMs(ageMs)).toBeCloseTo(waitMs, 3);
});
