import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../src/ports.ts';

/** The machine's clock, for adapters whose SDK has its own clock. */
export const realClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await delay(ms, undefined, { ...(signal && { signal }), ref: false }).catch(() => undefined);
  },
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** The machine's clock, which a test can move ahead. */
export interface MovedClock extends Clock {
  advance(ms: number): void;
}

/** The machine's clock at a multiple of its speed, so that time-outs pass quickly. Default: 1. */
export function movedClock(times = 1): MovedClock {
  const startedAtMs = Date.now();
  let aheadMs = 0;
  return {
    now: () => startedAtMs + Math.floor((Date.now() - startedAtMs) * times) + aheadMs,
    sleep: (ms, signal) => realClock.sleep(ms / times, signal),
    after: (ms, run) => realClock.after(ms / times, run),
    advance: (ms) => void (aheadMs += ms),
  };
}
