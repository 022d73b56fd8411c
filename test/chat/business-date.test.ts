import { expect, test } from 'vitest';
import { temporalZones } from '../../src/adapters/zones/temporal.ts';
import type { BusinessHours } from '../../src/availability/records/business-hours.ts';
import { visitorAvailability } from '../../src/chat/visitor-availability.ts';
import { background } from '../../src/platform/background.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';

const hoursIn = (timeZone: string): BusinessHours => ({ timeZone, weekly: [], holidays: [] });

test.each([
  ['Asia/Tokyo', '2026-11-21'],
  ['Europe/Berlin', '2026-11-20'],
  ['America/New_York', '2026-11-20'],
  [undefined, '2026-11-20'],
])('today is the date in the time zone of the business hours: %s', async (timeZone, today) => {
  const clock = manualClock(Date.parse('2026-11-20T17:24:00Z'));
  const work = background(recordingTelemetry());
  const availability = visitorAvailability({
    clock,
    store: { activity: () => Promise.resolve([]) },
    presence: { team: () => Promise.resolve('away') },
    settings: {
      read: () => Promise.resolve({ etag: '', ...(timeZone !== undefined && { hours: hoursIn(timeZone) }) }),
    },
    widgets: { find: () => Promise.resolve(undefined) },
    zones: () => Promise.resolve(temporalZones),
    background: work,
  });
  // The first question of an instance does not wait for the hours.
  expect(await availability.today()).toBe('2026-11-20');
  await work.settled();
  expect(await availability.today()).toBe(today);
});
