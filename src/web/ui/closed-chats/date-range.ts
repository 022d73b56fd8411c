/** A range of two days in the reader's time zone (`2026-11-21`), both inclusive. */
export interface Days {
  first: string;
  last: string;
}

/** The day of a time, in the reader's time zone. */
export function dayOf(time: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${part(time.getMonth() + 1)}-${part(time.getDate())}`;
}

/** The last days, including today. */
export function lastDays(count: number, now: Date): Days {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1);
  return { first: dayOf(first), last: dayOf(now) };
}

/**
 * From the start of the first day to the end of the last, as the API expects; undefined for invalid input.
 */
export function dateRangeOf({ first, last }: Days): { from: string; to: string } | undefined {
  const [from, to] = [midnight(first, 0), midnight(last, 1)];
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}

function midnight(day: string, later: number): string | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + later);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
