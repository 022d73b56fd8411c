import type { Clock } from '../../../src/ports.ts';
import { realClock } from './real-clock.ts';

/** Shorter than any delay of background work, in milliseconds. */
const SHORT_MS = 5_000;

/** A clock that only a test advances. Timers end when their time has come. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** The number of running timers. */
  sleeping(): number;
}

/** A manual clock. `startMs` is in milliseconds since the epoch. */
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

/**
 * A manual clock that each sleep advances: the sleep ends immediately, after concurrent work had its turn.
 */
export function passingClock(): ManualClock {
  const moved = manualClock();
  return {
    ...moved,
    async sleep(ms) {
      moved.advance(Math.ceil(ms));
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** A manual clock without background work and delays. Short pauses between attempts end immediately. */
export function standingClock(): Omit<ManualClock, 'sleeping'> {
  const { now, advance } = manualClock(Date.now());
  return {
    now,
    advance,
    sleep: (ms, signal) => realClock.sleep(ms < SHORT_MS ? ms : 3_600_000, signal),
    after: () => () => undefined,
  };
}
