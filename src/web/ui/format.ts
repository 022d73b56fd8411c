import type { Session } from '../../conversations/records/public-session.ts';

/** Formats numbers, money and times in the reader's locale and time zone, for all pages. */

const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const money = (digits: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...digits,
  });
const dollars = money({});
const fractions = money({ minimumFractionDigits: 4, maximumFractionDigits: 4 });
const tinyAmounts = money({ maximumSignificantDigits: 2 });
const prices = money({ minimumFractionDigits: 2, maximumFractionDigits: 8 });

/** The locale of the reader's browser. Pages are in English. */
export const READER_LANG = whole.resolvedOptions().locale;

const timesIn = (lang?: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(lang, options);
  return {
    clock: format({ timeStyle: 'short' }),
    dayOfMonth: format({ day: 'numeric', month: 'short' }),
    date: format({ dateStyle: 'medium' }),
    shortDay: format({ weekday: 'short', day: 'numeric', month: 'short' }),
  };
};
type Times = ReturnType<typeof timesIn>;
const ofReader = timesIn();

/** Times within a sentence: in English, in the reader's regional format (WCAG 3.1.2). */
export const sentenceTimes = (readerLang: string): Times =>
  timesIn(readerLang.startsWith('en') ? readerLang : 'en');
export const IN_SENTENCE = sentenceTimes(READER_LANG);

const clockWithSeconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An integer with the locale's grouping. */
export const formatCount = (value: number): string => whole.format(value);

/** A short integer: exact up to five digits, then `1.2M`. */
export const formatCompact = (value: number): string =>
  value < 100_000 ? whole.format(value) : compact.format(value);

/** A share of 0 to 1 as a percentage. */
export const formatShare = (value: number): string => percent.format(value);

/** US dollars with enough digits: `$12.34`, `$0.1234`, `$0.0042`, `$0.000031`. */
export function formatMoney(value: number): string {
  if (value === 0 || value >= 1) return dollars.format(value);
  return (value >= 0.001 ? fractions : tinyAmounts).format(value);
}

/**
 * The cost of model calls. Without prices no amount is shown; otherwise the number of calls without a price
 * is added.
 */
export function formatCost(
  { cost, unpricedCalls = 0 }: { cost: number | null; unpricedCalls?: number },
  format = formatMoney,
): string {
  if (cost === null || (cost === 0 && unpricedCalls > 0)) return 'Price not set';
  return unpricedCalls === 0 ? format(cost) : `${format(cost)} + ${plural(unpricedCalls, 'call')}`;
}

/** US dollars with four decimals, for columns: `$0.0042`, `<$0.0001`. */
export function formatColumnMoney(value: number): string {
  return value > 0 && value < 0.000_05 ? `<${fractions.format(0.0001)}` : fractions.format(value);
}

/** A price in US dollars with all digits: `$0.25`, `$0.025`, `$2.00`. */
export const formatPrice = (value: number): string => prices.format(value);

/** US dollars on an axis, with the decimals of its steps: `$0.50`, `$0.005`, `$2`. */
export function formatAxisMoney(value: number, step: number): string {
  const needed = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  const decimals = needed === 1 ? 2 : needed;
  return money({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}

/** A duration in seconds as one unit: `45 sec`, `4 min`, `2 hr`, `3 days`. */
export function formatCoarse(seconds: number): string {
  if (seconds < MINUTE) return unit(Math.max(0, Math.round(seconds)), 'second');
  if (seconds < HOUR) return unit(Math.floor(seconds / MINUTE), 'minute');
  return seconds < 2 * DAY
    ? unit(Math.floor(seconds / HOUR), 'hour')
    : unit(Math.floor(seconds / DAY), 'day');
}

/** Like `formatCoarse`, but with minutes up to one day: `1 hr 20 min`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const coarse = formatCoarse(seconds);
  return seconds < HOUR || seconds >= DAY || minutes === 0 ? coarse : `${coarse} ${unit(minutes, 'minute')}`;
}

const inUnit = (unit: string, unitDisplay: 'short' | 'long' = 'short', maximumFractionDigits = 3) =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay, maximumFractionDigits });
const units = {
  second: inUnit('second'),
  minute: inUnit('minute'),
  hour: inUnit('hour'),
  day: inUnit('day', 'long'),
  kilobyte: inUnit('kilobyte', 'short', 1),
  megabyte: inUnit('megabyte', 'short', 1),
};
const unit = (value: number, name: keyof typeof units) => units[name].format(value);

/** Bytes as `850 kB` or `12.3 MB`. */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? unit(bytes / 1e3, 'kilobyte') : unit(bytes / 1e6, 'megabyte');
}

/** Seconds since a time; 0 for a future time. */
export const secondsSince = (at: string, now = Date.now()): number =>
  Math.max(0, (now - Date.parse(at)) / 1000);

/** A relative time: `now`, `5 minutes ago`, `yesterday`, then a date. */
export function formatAgo(at: string, now = Date.now()): string {
  const seconds = secondsSince(at, now);
  if (seconds < 10) return relative.format(0, 'second');
  if (seconds < MINUTE) return relative.format(-Math.round(seconds), 'second');
  if (seconds < HOUR) return relative.format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return relative.format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < 7 * DAY) return relative.format(-Math.floor(seconds / DAY), 'day');
  return formatDate(at);
}

export const formatClock = (at: string, { clock } = ofReader): string => clock.format(new Date(at));
export const formatClockWithSeconds = (atMs: number): string => clockWithSeconds.format(new Date(atMs));
/** The exact time with its time zone, for titles. */
export const formatExact = (at: string): string => exact.format(new Date(at));
export const formatDate = (at: string, { date } = ofReader): string => date.format(new Date(at));
export const formatDay = (at: string): string => day.format(new Date(at));
export const formatShortDay = (at: string, { shortDay } = ofReader): string => shortDay.format(new Date(at));

/** A time in a list: today only the clock time, otherwise with the date. */
export function formatWhen(at: string, times = ofReader, now = Date.now()): string {
  const time = formatClock(at, times);
  return sameDay(at, now) ? time : `${times.dayOfMonth.format(new Date(at))}, ${time}`;
}

/** Whether two times are on the same day in the reader's time zone. */
export const sameDay = (at: string, other: number | string): boolean =>
  new Date(at).toDateString() === new Date(other).toDateString();

/** A time range: `Sat 21 Nov, 14:00 – 15:00`. The end has its own date if it is on another day. */
export function formatSpan(start: string, end: string, times = ofReader): string {
  const momentOf = (at: string) => `${formatShortDay(at, times)}, ${formatClock(at, times)}`;
  return `${momentOf(start)} – ${sameDay(start, end) ? formatClock(end, times) : momentOf(end)}`;
}

/** The change between two values as a fraction; undefined if the previous value is 0. */
export function changeOf(current: number, previous: number): number | undefined {
  return previous === 0 ? undefined : (current - previous) / previous;
}

/** `1 conversation`, `2 conversations`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** The format of files for the reader: the language decides on separators, the time zone on times. */
export const readerFormat = () => ({
  locale: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** The name for a visitor without one: a part of the id of the first conversation of the thread. */
export const visitorLabel = ({ sessionId, thread = sessionId }: Pick<Session, 'sessionId' | 'thread'>) =>
  `Visitor ${thread.slice(0, 4).toUpperCase()}`;
