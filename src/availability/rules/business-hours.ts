import type { BusinessHours, OpenRange } from '../records/business-hours.ts';

/** A local date and the minute of the day (0 to 1 439). */
interface LocalTime {
  /** `YYYY-MM-DD`. */
  date: string;
  minute: number;
}

/** Time zone arithmetic, by IANA names. */
export interface TimeZones {
  localTime(atMs: number, timeZone: string): LocalTime;
  /**
   * The instant of a local time, in milliseconds since the epoch. A time that occurs twice: the first one. A
   * time that is skipped: the instant of the clock change.
   */
  instant(time: LocalTime, timeZone: string): number;
}

/** `[startMs, endMs)`, in milliseconds since the epoch. */
interface Opening {
  startMs: number;
  endMs: number;
}

const DAY_MINUTES = 1_440;
const DAY_MS = 86_400_000;
/** How far ahead `nextOpening` searches; more than a year, so that it passes every yearly holiday. */
const HORIZON_DAYS = 400;

/** By the number of the weekday, as `Date` counts it. */
const BY_NUMBER = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Whether an instant is within business hours. */
export function isOpenAt(hours: BusinessHours, atMs: number, zones: TimeZones): boolean {
  const { date } = zones.localTime(atMs, hours.timeZone);
  // A range that passes midnight started on the day before.
  return [addDays(date, -1), date]
    .flatMap((day) => openingsOf(hours, day, zones))
    .some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
}

/** The start of the first range after an instant; undefined if no range begins within 400 days. */
export function nextOpening(hours: BusinessHours, atMs: number, zones: TimeZones): number | undefined {
  if (hours.weekly.length === 0) return undefined;
  const { date } = zones.localTime(atMs, hours.timeZone);
  for (let days = 0; days < HORIZON_DAYS; days++) {
    const starts = openingsOf(hours, addDays(date, days), zones).map(({ startMs }) => startMs);
    const next = Math.min(...starts.filter((startMs) => startMs > atMs));
    if (next !== Infinity) return next;
  }
  return undefined;
}

/** The ranges that start on a day. A range that lies in a skipped hour is ignored. */
function openingsOf(
  { weekly, holidays, timeZone }: BusinessHours,
  date: string,
  zones: TimeZones,
): Opening[] {
  const isHoliday = holidays.some((holiday) =>
    holiday.yearly ? holiday.date.slice(5) === date.slice(5) : holiday.date === date,
  );
  if (isHoliday) return [];
  const weekday = BY_NUMBER[new Date(startOf(date)).getUTCDay()];
  return weekly
    .filter(({ day }) => day === weekday)
    .map((range) => {
      const [from, to] = minutesOf(range);
      const end = { date: addDays(date, Math.floor(to / DAY_MINUTES)), minute: to % DAY_MINUTES };
      return {
        startMs: zones.instant({ date, minute: from }, timeZone),
        endMs: zones.instant(end, timeZone),
      };
    })
    .filter(({ startMs, endMs }) => startMs < endMs);
}

/** The start and end of a range in minutes of its day; an end on the next day is above 1 440. */
function minutesOf({ from, to }: Pick<OpenRange, 'from' | 'to'>): [number, number] {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return [start, end > start ? end : end + DAY_MINUTES];
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

export function addDays(date: string, days: number): string {
  return new Date(startOf(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The ranges that overlap another range, also one of the day before; allowed, but shown as a warning. */
export function overlappingRanges<R extends OpenRange>(weekly: readonly R[]): R[] {
  const WEEK = 7 * DAY_MINUTES;
  const spans = weekly.map((range) => {
    const [from, to] = minutesOf(range);
    const start = BY_NUMBER.indexOf(range.day) * DAY_MINUTES;
    return { range, from: start + from, to: start + to };
  });
  const meet = (one: (typeof spans)[number], other: (typeof spans)[number], shift: number) =>
    one.from < other.to + shift && other.from + shift < one.to;
  return spans
    .filter((one) =>
      spans.some((other) => other !== one && [-WEEK, 0, WEEK].some((shift) => meet(one, other, shift))),
    )
    .map(({ range }) => range);
}
