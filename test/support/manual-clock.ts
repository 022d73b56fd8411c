import type { Clock } from '../../src/ports.ts';

/** A clock that moves only when a test moves it. Sleepers wake as soon as the time they wait for has come. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** How many wait for their time. */
  sleeping(): number;
}

/** A manual clock; `startMs` is in milliseconds since the epoch. */
export function manualClock(startMs = Date.parse('2026-11-20T17:24:00.000Z')): ManualClock {
  let nowMs = startMs;
  const sleepers = new Set<{ atMs: number; wake: () => void }>();
  return {
    now: () => nowMs,
    sleeping: () => sleepers.size,
    sleep(ms, signal) {
      if (signal?.aborted || ms <= 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const sleeper = {
        atMs: nowMs + ms,
        wake() {
          sleepers.delete(sleeper);
          resolve();
        },
      };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
      return promise;
    },
    advance(ms) {
      nowMs += ms;
      for (const sleeper of sleepers) if (sleeper.atMs <= nowMs) sleeper.wake();
    },
  };
}
