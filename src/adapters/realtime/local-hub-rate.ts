import type { Clock } from '../../ports.ts';

/** Counts per key in fixed windows. */
export interface RateWindow {
  /** Counts one for a key; false once the window's count exceeds the limit. */
  take(key: string, limit: number): boolean;
}

/** Fixed windows of one length for all keys; the counts are dropped when the window ends. */
export function rateWindow(clock: Clock, lengthMs: number): RateWindow {
  const counts = new Map<string, number>();
  let endsAtMs = 0;
  return {
    take(key, limit) {
      const nowMs = clock.now();
      if (nowMs >= endsAtMs) {
        endsAtMs = nowMs + lengthMs;
        counts.clear();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= limit;
    },
  };
}
