import type { Counters } from '../../../src/ports.ts';

/** A store of counters in memory; `reports` has the counts of each instance, in order. */
export function memoryCounters() {
  const counts = new Map<string, { count: number; windowEndsAtMs: number }>();
  const reports: { key: string; hits: number }[] = [];

  function hitOne(key: string, windowMs: number, nowMs: number, hits: number) {
    const before = counts.get(key);
    const open = before && nowMs < before.windowEndsAtMs ? before : undefined;
    const state = {
      count: (open?.count ?? 0) + hits,
      windowEndsAtMs: open?.windowEndsAtMs ?? nowMs + windowMs,
    };
    counts.set(key, state);
    return state;
  }

  const counters: Counters = {
    hit: (keys, windowMs, nowMs, hits = 1) =>
      Promise.resolve(
        keys.map((key) => {
          reports.push({ key, hits });
          return hitOne(key, windowMs, nowMs, hits);
        }),
      ),
  };
  return { counters, reports };
}
