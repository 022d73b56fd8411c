import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/ports.ts';

/** The clock of this machine, for adapters whose SDK has its own clock. */
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
