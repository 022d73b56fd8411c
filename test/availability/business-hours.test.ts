import { describe, expect, test } from 'vitest';
import { temporalZones } from '../../src/adapters/zones/temporal.ts';
import { nextOpening, isOpenAt, overlappingRanges } from '../../src/availability/rules/business-hours.ts';
import { BusinessHours, type OpenRange, WEEKDAYS } from '../../src/availability/records/business-hours.ts';

const range = (day: OpenRange['day'], from: string, to: string): OpenRange => ({ day, from, to });
const everyDay = (from: string, to: string) => WEEKDAYS.map((day) => range(day, from, to));

function hours(
  weekly: readonly OpenRange[],
  timeZone = 'Europe/Berlin',
  holidays: object[] = [],
): BusinessHours {
  return BusinessHours.parse({ timeZone, weekly, holidays });
}

const isOpen = (of: BusinessHours, at: string) => isOpenAt(of, Date.parse(at), temporalZones);

function opens(of: BusinessHours, at: string): string | undefined {
  const next = nextOpening(of, Date.parse(at), temporalZones);
  return next === undefined ? undefined : new Date(next).toISOString();
}

/** The instants, in steps of five minutes, at which an opening begins or ends. */
function changes(of: BusinessHours, from: string, to: string): string[] {
  const found: string[] = [];
  const stepMs = 5 * 60_000;
  for (let atMs = Date.parse(from); atMs < Date.parse(to); atMs += stepMs) {
    const [before, now] = [atMs - stepMs, atMs].map((ms) => isOpenAt(of, ms, temporalZones));
    if (before !== now) {
      found.push(`${now ? 'opens' : 'closes'} ${new Date(atMs).toISOString().slice(5, 16)}`);
    }
  }
  return found;
}

describe('business hours', () => {
  test('are in the local time of their zone, several ranges a day', () => {
    const split = hours([range('friday', '09:00', '12:00'), range('friday', '13:00', '17:30')]);
    expect(changes(split, '2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z')).toEqual([
      'opens 11-20T08:00',
      'closes 11-20T11:00',
      'opens 11-20T12:00',
      'closes 11-20T16:30',
    ]);
  });

  test('begin with the first minute and end before the last', () => {
    const office = hours([range('friday', '09:00', '17:00')]);
    expect(isOpen(office, '2026-11-20T07:59:59.999Z')).toBe(false);
    expect(isOpen(office, '2026-11-20T08:00:00.000Z')).toBe(true);
    expect(isOpen(office, '2026-11-20T15:59:59.999Z')).toBe(true);
    expect(isOpen(office, '2026-11-20T16:00:00.000Z')).toBe(false);
  });

  test('may last past midnight and past the end of the week', () => {
    const night = hours([range('sunday', '22:00', '06:00')]);
    expect(changes(night, '2026-11-21T00:00:00Z', '2026-11-24T00:00:00Z')).toEqual([
      'opens 11-22T21:00',
      'closes 11-23T05:00',
    ]);
  });

  test.each(['24:00', '00:00'])('last until midnight with %s', (to) => {
    const late = hours([range('friday', '12:00', to)]);
    expect(isOpen(late, '2026-11-20T22:59:59Z')).toBe(true);
    expect(isOpen(late, '2026-11-20T23:00:00Z')).toBe(false);
  });

  test.each([
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/Santiago', '2026-09-06'],
    ['Asia/Beirut', '2026-03-29'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['UTC', '2026-12-31'],
  ])('of every day and all day are not interrupted: %s, %s', (zone, day) => {
    const always = hours(everyDay('00:00', '24:00'), zone);
    const middayMs = Date.parse(`${day}T12:00:00Z`);
    const from = new Date(middayMs - 24 * 3_600_000).toISOString();
    expect(isOpen(always, from)).toBe(true);
    expect(changes(always, from, new Date(middayMs + 24 * 3_600_000).toISOString())).toEqual([]);
  });

  test('without a range are closed and have no next opening', () => {
    const never = hours([]);
    expect(isOpen(never, '2026-11-20T12:00:00Z')).toBe(false);
    expect(opens(never, '2026-11-20T12:00:00Z')).toBeUndefined();
  });
});

describe('business hours at a change of the clocks', () => {
  test.each([
    [
      'Europe/Berlin, forward',
      'Europe/Berlin',
      '2026-03-28',
      ['opens 03-28T08:00', 'closes 03-28T16:00', 'opens 03-29T07:00', 'closes 03-29T15:00'],
    ],
    [
      'Europe/Berlin, back',
      'Europe/Berlin',
      '2026-10-24',
      ['opens 10-24T07:00', 'closes 10-24T15:00', 'opens 10-25T08:00', 'closes 10-25T16:00'],
    ],
    [
      'Australia/Sydney, forward',
      'Australia/Sydney',
      '2026-10-03',
      ['closes 10-03T07:00', 'opens 10-03T22:00', 'closes 10-04T06:00', 'opens 10-04T22:00'],
    ],
    [
      'Australia/Sydney, back',
      'Australia/Sydney',
      '2026-04-04',
      ['closes 04-04T06:00', 'opens 04-04T23:00', 'closes 04-05T07:00', 'opens 04-05T23:00'],
    ],
  ])('office hours keep their local time: %s', (_name, zone, day, expected) => {
    const office = hours(everyDay('09:00', '17:00'), zone);
    const from = `${day}T00:00:00Z`;
    const until = new Date(Date.parse(from) + 48 * 3_600_000).toISOString();
    expect(changes(office, from, until)).toEqual(expected);
  });

  test('start or end at the change if their own time is skipped', () => {
    // 02:00 to 03:00 does not occur on 29 March.
    expect(opens(hours([range('sunday', '02:30', '05:00')]), '2026-03-29T00:00:00Z')).toBe(
      '2026-03-29T01:00:00.000Z',
    );
    const early = hours([range('sunday', '01:00', '02:30')]);
    expect(changes(early, '2026-03-29T00:05:00Z', '2026-03-29T12:00:00Z')).toEqual(['closes 03-29T01:00']);
  });

  test('skip a range within the skipped hour', () => {
    const gap = hours([range('sunday', '02:10', '02:50')]);
    expect(changes(gap, '2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual([]);
    expect(opens(gap, '2026-03-29T00:00:00Z')).toBe('2026-04-05T00:10:00.000Z');
  });

  test('use the first occurrence of a time that occurs twice', () => {
    // 02:00 to 03:00 occurs twice on 25 October.
    const from = hours([range('sunday', '02:30', '05:00')]);
    expect(changes(from, '2026-10-25T00:00:00Z', '2026-10-26T00:00:00Z')).toEqual([
      'opens 10-25T00:30',
      'closes 10-25T04:00',
    ]);
    const to = hours([range('saturday', '22:00', '02:30')]);
    expect(changes(to, '2026-10-24T12:00:00Z', '2026-10-26T00:00:00Z')).toEqual([
      'opens 10-24T20:00',
      'closes 10-25T00:30',
    ]);
  });

  test('start at the change if midnight is skipped', () => {
    // In Santiago 00:00 to 01:00 of 6 September does not occur.
    const sunday = hours([range('sunday', '00:00', '24:00')], 'America/Santiago');
    expect(changes(sunday, '2026-09-05T12:00:00Z', '2026-09-07T12:00:00Z')).toEqual([
      'opens 09-06T04:00',
      'closes 09-07T03:00',
    ]);
  });
});

describe('a holiday', () => {
  test('is closed, once or in every year', () => {
    const once = hours(everyDay('09:00', '17:00'), 'UTC', [{ date: '2026-12-25' }]);
    expect(isOpen(once, '2026-12-25T12:00:00Z')).toBe(false);
    expect(isOpen(once, '2027-12-25T12:00:00Z')).toBe(true);
    const yearly = hours(everyDay('09:00', '17:00'), 'UTC', [{ date: '2024-02-29', yearly: true }]);
    expect(isOpen(yearly, '2028-02-29T12:00:00Z')).toBe(false);
    expect(isOpen(yearly, '2027-03-01T12:00:00Z')).toBe(true);
  });

  test('is a day of the zone of the hours', () => {
    const sydney = hours(everyDay('09:00', '17:00'), 'Australia/Sydney', [{ date: '2026-12-25' }]);
    expect(changes(sydney, '2026-12-24T00:00:00Z', '2026-12-26T12:00:00Z')).toEqual([
      'closes 12-24T06:00',
      'opens 12-25T22:00',
      'closes 12-26T06:00',
    ]);
  });

  test('does not cut the night shift of the day before, and has no night shift of its own', () => {
    const night = hours(everyDay('22:00', '06:00'), 'UTC', [{ date: '2026-12-25' }]);
    expect(changes(night, '2026-12-24T12:00:00Z', '2026-12-27T00:00:00Z')).toEqual([
      'opens 12-24T22:00',
      'closes 12-25T06:00',
      'opens 12-26T22:00',
    ]);
  });

  test('is closed all day, also on the day on which the clocks change', () => {
    const always = hours(everyDay('00:00', '24:00'), 'Europe/Berlin', [{ date: '2026-10-25' }]);
    expect(changes(always, '2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z')).toEqual([
      'closes 10-24T22:00',
      'opens 10-25T23:00',
    ]);
  });
});

describe('the next opening', () => {
  test.each([
    ['today', '2026-11-20T05:00:00Z', '2026-11-20T08:00:00.000Z'],
    ['after the weekend', '2026-11-20T17:00:00Z', '2026-11-23T08:00:00.000Z'],
    [
      'the opening after the current range during that range',
      '2026-11-20T08:00:00Z',
      '2026-11-23T08:00:00.000Z',
    ],
    ['after the holidays', '2026-12-24T17:00:00Z', '2026-12-28T08:00:00.000Z'],
  ])('is %s', (_name, at, expected) => {
    const weekdays = everyDay('09:00', '17:00').slice(0, 5);
    const office = hours(weekdays, 'Europe/Berlin', [{ date: '2020-12-25', yearly: true }]);
    expect(opens(office, at)).toBe(expected);
  });

  test('is the earliest of a day, in whatever order its ranges are listed', () => {
    const split = hours([range('friday', '13:00', '17:00'), range('friday', '09:00', '12:00')], 'UTC');
    expect(opens(split, '2026-11-20T00:00:00Z')).toBe('2026-11-20T09:00:00.000Z');
  });

  test('is not found if every open day for a year is a holiday', () => {
    const days = Array.from({ length: 60 }, (_, n) =>
      new Date(Date.UTC(2026, 10, 20 + 7 * n)).toISOString().slice(0, 10),
    );
    const closed = hours(
      [range('friday', '09:00', '17:00')],
      'UTC',
      days.map((date) => ({ date })),
    );
    expect(opens(closed, '2026-11-20T00:00:00Z')).toBeUndefined();
  });
});

test('overlapping ranges are refused, also past midnight and the end of the week', () => {
  const apart = [range('monday', '09:00', '12:00'), range('monday', '12:00', '17:00')];
  expect(overlappingRanges(apart)).toEqual([]);
  const [one, other] = [range('monday', '09:00', '12:01'), range('monday', '12:00', '17:00')];
  expect(overlappingRanges([one, other])).toEqual([one, other]);
  const [night, morning] = [range('sunday', '22:00', '06:00'), range('monday', '05:00', '09:00')];
  expect(overlappingRanges([morning, night])).toEqual([morning, night]);
  const [saturday, sunday] = [range('saturday', '20:00', '02:00'), range('sunday', '01:00', '03:00')];
  expect(overlappingRanges([saturday, sunday])).toEqual([saturday, sunday]);
});

test.each([
  ['an unknown time zone', { timeZone: 'Europe/Atlantis', weekly: [] }],
  ['an offset for a time zone', { timeZone: '+01:00', weekly: [] }],
  ['an unknown weekday', { timeZone: 'UTC', weekly: [{ day: 'Monday', from: '09:00', to: '17:00' }] }],
  ['an invalid hour', { timeZone: 'UTC', weekly: [{ day: 'monday', from: '24:00', to: '25:00' }] }],
  [
    'a range that ends where it begins',
    { timeZone: 'UTC', weekly: [{ day: 'monday', from: '09:00', to: '09:00' }] },
  ],
  ['an invalid date', { timeZone: 'UTC', weekly: [], holidays: [{ date: '2026-02-29' }] }],
])('%s is refused', (_name, value) => {
  expect(BusinessHours.safeParse(value).success).toBe(false);
});
