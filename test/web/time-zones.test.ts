import { expect, test } from 'vitest';
import { timeZones, findZone } from '../../src/web/dashboard/settings/hours/time-zone-field.tsx';

const zones = [
  'UTC',
  'America/Argentina/Buenos_Aires',
  'America/New_York',
  'Europe/Berlin',
  'A/Same',
  'B/Same',
];

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [' europe/berlin ', 'Europe/Berlin'],
  ['america/new york', 'America/New_York'],
  ['New York', 'America/New_York'],
  ['buenos_aires', 'America/Argentina/Buenos_Aires'],
  ['utc', 'UTC'],
  ['same', undefined],
  ['Europe', undefined],
  ['', undefined],
])('%j names the zone %j', (text, zone) => {
  expect(findZone(text, zones)).toBe(zone);
});

test('the list has each zone once, the reader’s own and UTC first', () => {
  const all = timeZones();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(all.slice(0, 2)).toEqual([...new Set([timeZone, 'UTC', all[1]])].slice(0, 2));
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('Europe/Berlin');
});
