import { useEffect, useReducer } from 'preact/hooks';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * The time until the displayed age changes, in milliseconds: every second in the first minute, then every
 * minute, hour or day.
 */
export function untilNextMs(ageMs: number): number {
  const laterMs = ageMs < DAY_MS ? MINUTE_MS : HOUR_MS;
  const unitMs = ageMs < MINUTE_MS ? SECOND_MS : laterMs;
  return unitMs - (ageMs % unitMs);
}

/** The current time in milliseconds. Renders again when the displayed age of `at` changes. */
export function useNow(at?: string): number {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const now = Date.now();
  useEffect(() => {
    const ageMs = at === undefined ? 0 : Math.max(0, Date.now() - Date.parse(at));
    const timer = setTimeout(redraw, untilNextMs(ageMs));
    return () => clearTimeout(timer);
  });
  return now;
}
