import { useEffect, useReducer } from 'preact/hooks';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * The current time in milliseconds. Renders again with every second, or, for a time more than a minute ago,
 * when its age in minutes changes.
 */
export function useNow(at?: string): number {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const now = Date.now();
  useEffect(() => {
    const ageMs = at === undefined ? 0 : Math.max(0, Date.now() - Date.parse(at));
    const unitMs = ageMs < MINUTE_MS ? SECOND_MS : MINUTE_MS;
    const timer = setTimeout(() => redraw(), unitMs - (ageMs % unitMs));
    return () => clearTimeout(timer);
  });
  return now;
}
