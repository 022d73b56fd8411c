/** Two days of the reader's own calendar (`2026-11-21`), both of them part of what is looked at. */
export interface Days {
  first: string;
  last: string;
}

/** The day in which a time lies, in the reader's own zone. */
export function dayOf(time: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${part(time.getMonth() + 1)}-${part(time.getDate())}`;
}

/** The days up to a time, that of the time included. */
export function lastDays(count: number, now: Date): Days {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1);
  return { first: dayOf(first), last: dayOf(now) };
}

/** From the first moment of the first day to before the one after the last, as the service is asked; undefined where that is no time. */
export function dateRangeOf({ first, last }: Days): { from: string; to: string } | undefined {
  const [from, to] = [midnight(first, 0), midnight(last, 1)];
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}

function midnight(day: string, later: number): string | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + later);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
