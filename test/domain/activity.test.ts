import { expect, test } from 'vitest';
import { HOUR_CLOSED_MS, HOUR_OPEN_MS } from '../../src/domain/activity.ts';

/** How far the clocks of two instances may be apart, in milliseconds. */
const SKEW_MS = 30_000;

test('an hour is reported only once no instance counts anything in it', () => {
  expect(HOUR_CLOSED_MS).toBeGreaterThan(HOUR_OPEN_MS + SKEW_MS);
});
