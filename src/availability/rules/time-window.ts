import { hourOf } from './activity.ts';

const HOUR_MS = 3_600_000;

/** The lengths of windows, in hours. */
const WINDOW_HOURS = { '24h': 24, '7d': 168, '30d': 720 } as const;
/** The windows of figures. */
export type Window = '24h' | '7d';
/** The windows of lists. */
export type ListWindow = keyof typeof WINDOW_HOURS | 'all';

/** The time range from `start` up to, but not including, `end`. */
export interface Span {
  start: string;
  end: string;
}

/** The window that ends with the current hour, because figures are hourly. */
export function windowUpTo(window: Window, nowMs: number): Span {
  const end = Date.parse(hourOf(iso(nowMs))) + HOUR_MS;
  return { start: iso(end - WINDOW_HOURS[window] * HOUR_MS), end: iso(end) };
}

/** The exact start of a window that ends now (RFC 3339); undefined for `all`. */
export function since(window: ListWindow, nowMs: number): string | undefined {
  return window === 'all' ? undefined : iso(nowMs - WINDOW_HOURS[window] * HOUR_MS);
}

/** The range of equal length that ends at the start. */
export function before({ start, end }: Span): Span {
  return { start: iso(2 * Date.parse(start) - Date.parse(end)), end: start };
}

/** Splits a range into buckets, oldest first; a remainder makes the oldest bucket shorter. */
export function bucketsOf({ start, end }: Span, bucketHours: number): Span[] {
  const buckets: Span[] = [];
  const startMs = Date.parse(start);
  for (let endMs = Date.parse(end); endMs > startMs; endMs -= bucketHours * HOUR_MS) {
    buckets.unshift({ start: iso(Math.max(startMs, endMs - bucketHours * HOUR_MS)), end: iso(endMs) });
  }
  return buckets;
}

/** Whether a time (RFC 3339, UTC, with milliseconds) is in a range. */
export function contains({ start, end }: Span, at: string): boolean {
  return start <= at && at < end;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
