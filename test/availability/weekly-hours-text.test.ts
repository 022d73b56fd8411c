import { describe, expect, test } from 'vitest';
import { formatWeeklyHours } from '../../src/availability/rules/weekly-hours-text.ts';
import { BusinessHours, WEEKDAYS } from '../../src/availability/records/business-hours.ts';

const OFFICE = BusinessHours.parse({
  timeZone: 'Europe/Berlin',
  weekly: [
    ...WEEKDAYS.slice(0, 5).map((day) => ({ day, from: '09:00', to: '17:00' })),
    { day: 'saturday', from: '14:00', to: '24:00' },
    { day: 'saturday', from: '10:00', to: '12:30' },
  ],
});

/** Some languages put a narrow space before the half of the day. */
const spaced = (text: string | undefined) => text?.replaceAll(/\s/gu, ' ');

describe('business hours in words', () => {
  test.each([
    ['en-GB', 'Mon–Fri 9:00–17:00, Sat 10:00–12:30, 14:00–0:00 (Central European Time)'],
    ['en-US', 'Mon–Fri 9:00 AM–5:00 PM, Sat 10:00 AM–12:30 PM, 2:00 PM–12:00 AM (Central European Time)'],
    ['de', 'Mo–Fr 9:00–17:00, Sa 10:00–12:30, 14:00–0:00 (Mitteleuropäische Zeit)'],
  ])('in %s are %j', (locale, words) => {
    expect(spaced(formatWeeklyHours(OFFICE, locale))).toBe(words);
  });

  test('are undefined for a team without hours', () => {
    expect(formatWeeklyHours({ ...OFFICE, weekly: [] }, 'en')).toBeUndefined();
  });
});
