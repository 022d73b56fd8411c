import { expect, test } from 'vitest';
import { temporalZones } from '../../src/adapters/zones/temporal.ts';
import type { BusinessHours } from '../../src/availability/records/business-hours.ts';
import { visitorAvailability } from '../../src/chat/visitor-availability.ts';
import { background } from '../../src/platform/background.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';

const hoursIn = (timeZone: string): BusinessHours => ({ timeZone, weekly: [], holidays: [] });

/** The availability with the hours that `read` returns, for the deployment and each widget. */
function availabilityWith(read: () => BusinessHours | undefined) {
  const work = background(recordingTelemetry());
  const availability = visitorAvailability({
    clock: manualClock(Date.parse('2026-11-20T17:24:00Z')),
    store: { activity: () => Promise.resolve([]) },
    presence: { team: () => Promise.resolve('away') },
    settings: { read: () => Promise.resolve({ etag: '', hours: read() }) },
    widgets: { find: () => Promise.resolve(undefined) },
    zones: () => Promise.resolve(temporalZones),
    background: work,
  });
  return { availability, settled: () => work.settled() };
}

test.each([
  ['Asia/Tokyo', '2026-11-21'],
  ['Europe/Berlin', '2026-11-20'],
  ['America/New_York', '2026-11-20'],
  [undefined, '2026-11-20'],
])('today is the date in the time zone of the business hours: %s', async (timeZone, today) => {
  const { availability, settled } = availabilityWith(() =>
    timeZone === undefined ? undefined : hoursIn(timeZone),
  );
  // The first question of an instance does not wait for the hours.
  expect(await availability.today()).toBe('2026-11-20');
  await settled();
  expect(await availability.today()).toBe(today);
});

test('today follows a change of the business hours on the instance that stored it', async () => {
  let hours = hoursIn('Europe/Berlin');
  const { availability, settled } = availabilityWith(() => hours);
  await availability.today();
  await settled();
  expect(await availability.today()).toBe('2026-11-20');
  hours = hoursIn('Asia/Tokyo');
  availability.invalidate();
  await availability.today();
  await settled();
  expect(await availability.today()).toBe('2026-11-21');
});
