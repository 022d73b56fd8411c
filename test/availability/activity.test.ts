import { expect, test } from 'vitest';
import { HOUR_CLOSED_MS, HOUR_OPEN_MS } from '../../src/availability/rules/activity.ts';

/** How far the clocks of two instances may be apart, in milliseconds. */
const SKEW_MS = 30_000;

test('an hour is reported only after every instance has stopped counting in it', () => {
  expect(HOUR_CLOSED_MS).toBeGreaterThan(HOUR_OPEN_MS + SKEW_MS);
});
