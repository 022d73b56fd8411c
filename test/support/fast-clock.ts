import type { MovedClock } from './agent-service.ts';
import { realClock } from './real-clock.ts';

/**
 * A clock that runs a number of times faster than the machine's, so that time-outs of seconds pass in
 * fractions of one.
 */
export function fastClock(times: number): MovedClock {
  const startedAtMs = Date.now();
  let aheadMs = 0;
  return {
    now: () => startedAtMs + Math.floor((Date.now() - startedAtMs) * times) + aheadMs,
    sleep: (ms, signal) => realClock.sleep(ms / times, signal),
    after: (ms, run) => realClock.after(ms / times, run),
    advance: (ms) => void (aheadMs += ms),
  };
}
