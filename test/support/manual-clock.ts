import type { Clock } from '../../src/ports.ts';

/** A clock that moves only when a test moves it. Its timers end as soon as their time has come. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** How many timers run. */
  sleeping(): number;
}

/** A manual clock; `startMs` is in milliseconds since the epoch. */
export function manualClock(startMs = Date.parse('2026-11-20T17:24:00.000Z')): ManualClock {
  let nowMs = startMs;
  const timers = new Set<{ atMs: number; run: () => void }>();

  function after(ms: number, run: () => void): () => void {
    const timer = { atMs: nowMs + ms, run };
    timers.add(timer);
    if (ms <= 0) queueMicrotask(() => timers.delete(timer) && run());
    return () => void timers.delete(timer);
  }

  return {
    now: () => nowMs,
    sleeping: () => timers.size,
    sleep(ms, signal) {
      if (signal?.aborted || ms <= 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const clear = after(ms, resolve);
      const wake = () => {
        clear();
        resolve();
      };
      signal?.addEventListener('abort', wake, { once: true });
      return promise;
    },
    after,
    advance(ms) {
      nowMs += ms;
      for (const timer of timers) {
        if (timer.atMs <= nowMs && timers.delete(timer)) timer.run();
      }
    },
  };
}
