import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/ports.ts';
import type { MovedClock } from './agent-service.ts';

/**
 * A clock that runs a number of times faster than the machine's, so that time-outs of seconds pass in
 * fractions of one.
 */
export function fastClock(times: number): MovedClock {
  const startedAtMs = Date.now();
  let aheadMs = 0;
  const sleep: Clock['sleep'] = async (ms, signal) => {
    // An aborted sleep resolves early instead of rejecting.
    await delay(ms / times, undefined, { ...(signal && { signal }), ref: false }).catch(() => undefined);
  };
  return {
    now: () => startedAtMs + Math.floor((Date.now() - startedAtMs) * times) + aheadMs,
    sleep,
    advance: (ms) => void (aheadMs += ms),
  };
}
