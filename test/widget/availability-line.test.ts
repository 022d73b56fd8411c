import { expect, it } from 'vitest';
import { availabilityLine } from '../../widget/panel/availability.ts';

const say = (english: string, value: string | number = '') => english.replace('{}', () => String(value));
/** A Monday, in the time zone of the machine. */
const NOW = new Date(2026, 10, 23, 7, 30);
const line = (people: object) => availabilityLine({ ...people }, say, 'de', NOW);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).toISOString();

it.each([
  [{ status: 'available' }, 'A person is available'],
  [{ status: 'available', typicalReplySeconds: 0 }, 'A person is available'],
  [{ status: 'available', typicalReplySeconds: 'soon' }, 'A person is available'],
  [{ status: 'available', typicalReplySeconds: 20 }, 'Our team usually answers in 1 Min.'],
  [{ status: 'available', typicalReplySeconds: 121 }, 'Our team usually answers in 3 Min.'],
  [{ status: 'available', typicalReplySeconds: 3_700 }, 'Our team usually answers in 2 Std.'],
  [{ status: 'available', typicalReplySeconds: 90_000 }, 'Our team usually answers in 2 Tg.'],
  [{ status: 'away' }, 'Our team is away right now'],
  [{ status: 'closed' }, 'Our team is away right now'],
  [{ status: 'closed', opensAt: at(22, 9) }, 'Our team is away right now'],
  [{ status: 'closed', opensAt: at(23, 9) }, 'Our team is back 9:05'],
  [{ status: 'closed', opensAt: at(24, 9) }, 'Our team is back Dienstag, 09:05'],
  [{ status: 'closed', opensAt: at(30, 14) }, 'Our team is back Mo., 30. Nov., 14:05'],
  [{ status: 'unknown' }, ''],
  [{}, ''],
])('%j is shown as “%s”', (people, words) => {
  // Spaces of the locale data may be such that do not break.
  expect(line(people).replace(/\s/g, ' ')).toBe(words);
});

it('keeps a unit on the line of its number', () => {
  const people = { status: 'available', typicalReplySeconds: 121 };
  expect(availabilityLine(people, say, 'en', NOW)).toBe('Our team usually answers in 3\u{a0}min');
});
