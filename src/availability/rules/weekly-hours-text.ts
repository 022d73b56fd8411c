import { WEEKDAYS, type BusinessHours, type OpenRange } from '../records/business-hours.ts';

/** A Monday at midnight UTC, from which weekday names and times are formatted. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Consecutive days with the same ranges; `first` and `last` are weekday indexes from Monday (0). */
interface Span {
  first: number;
  last: number;
  ranges: string;
}

/**
 * The weekly business hours as one line in a language, without holidays; undefined for an empty week.
 * Example: `Mon–Fri 09:00–17:00, Sat 10:00–14:00 (Central European Time)`.
 */
export function formatWeeklyHours({ weekly, timeZone }: BusinessHours, locale: string): string | undefined {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat([locale, 'en'], { timeZone: 'UTC', ...options });
  const weekday = format({ weekday: 'short' });
  const time = format({ hour: 'numeric', minute: '2-digit' });
  const timeOf = (text: string) => time.format(MONDAY_MS + minuteOf(text) * MINUTE_MS);
  const dayOf = (index: number) => weekday.format(MONDAY_MS + index * DAY_MS);
  const rangesOf = (day: OpenRange['day']) =>
    weekly
      .filter((range) => range.day === day)
      .toSorted((one, other) => one.from.localeCompare(other.from))
      .map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`)
      .join(', ');

  const spans = WEEKDAYS.map(rangesOf).reduce<Span[]>((before, ranges, index) => {
    const span = before.at(-1);
    if (span?.ranges !== ranges) return [...before, { first: index, last: index, ranges }];
    return [...before.slice(0, -1), { ...span, last: index }];
  }, []);
  const open = spans.filter(({ ranges }) => ranges !== '');
  if (open.length === 0) return undefined;
  const days = open.map(({ first, last, ranges }) => {
    const name = first === last ? dayOf(first) : `${dayOf(first)}–${dayOf(last)}`;
    return `${name} ${ranges}`;
  });
  return `${days.join(', ')} (${zoneName(timeZone, locale)})`;
}

function zoneName(timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat([locale, 'en'], { timeZone, timeZoneName: 'longGeneric' });
  return parts.formatToParts(MONDAY_MS).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
