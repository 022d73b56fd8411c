import { expect, test } from 'vitest';
import { snoozeTimes } from '../../src/web/desk/model/snooze-times.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

test.each([
  // Friday 27 November 2026.
  [at(27, 10), { 'later-today': at(27, 13), tomorrow: at(28, 9), 'next-monday': at(30, 9) }],
  [at(27, 10, 1), { 'later-today': at(27, 14), tomorrow: at(28, 9), 'next-monday': at(30, 9) }],
  [at(27, 20), { 'later-today': at(27, 23), tomorrow: at(28, 9), 'next-monday': at(30, 9) }],
  [at(27, 20, 1), { tomorrow: at(28, 9), 'next-monday': at(30, 9) }],
  [at(29, 23), { tomorrow: at(30, 9), 'next-monday': at(30, 9) }],
  // On a Monday, the next one is a week later.
  [at(30, 8), { 'later-today': at(30, 11), tomorrow: at(31, 9), 'next-monday': at(37, 9) }],
])('the times that a snooze offers at %s', (now, expected) => {
  expect(Object.fromEntries(snoozeTimes(now).map((time) => [time.id, time.at]))).toEqual(expected);
});
