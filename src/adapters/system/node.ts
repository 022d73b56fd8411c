import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Random, RequestBudget } from '../../ports.ts';

/** The operating system's random source. */
export const random: Random = { uuid: randomUUID, bytes: randomBytes };

/** The system clock. On the local host a setting adds `offsetHours`. */
export function systemClock(offsetHours: number): Clock {
  const offsetMs = offsetHours * 3_600_000;
  return {
    now: () => Date.now() + offsetMs,
    async sleep(ms, signal) {
      // An aborted sleep resolves early instead of rejecting.
      await delay(ms, undefined, { ...(signal && { signal }), ref: false }).catch(() => undefined);
    },
    after(ms, run) {
      const timer = setTimeout(run, ms).unref();
      return () => clearTimeout(timer);
    },
  };
}

/**
 * The time budget of a request, in milliseconds. Its response begins within 5 s, even if every component
 * hangs.
 */
const BUDGET_MS = 4_000;

interface RequestBudgets extends RequestBudget {
  /** A clock whose `remainingMs` returns the remaining budget. */
  bounded(clock: Clock): Clock;
}

/**
 * Propagates the deadline of a request through its asynchronous calls (AsyncLocalStorage), so that no
 * function has to pass it on. `base` measures the time.
 */
export function requestBudgets(base: Clock): RequestBudgets {
  const current = new AsyncLocalStorage<{ endsAtMs: number | undefined } | undefined>();

  function remainingMs(): number | undefined {
    const endsAtMs = current.getStore()?.endsAtMs;
    return endsAtMs === undefined ? undefined : endsAtMs - base.now();
  }

  return {
    async run(work, budgetMs = BUDGET_MS) {
      const budget: { endsAtMs: number | undefined } = { endsAtMs: base.now() + budgetMs };
      try {
        return await current.run(budget, work);
      } finally {
        budget.endsAtMs = undefined;
      }
    },
    exempt: (work) => current.run(undefined, work),
    async pause(work) {
      const budget = current.getStore();
      const startedAtMs = base.now();
      try {
        return await current.run(undefined, work);
      } finally {
        if (budget?.endsAtMs !== undefined) budget.endsAtMs += base.now() - startedAtMs;
      }
    },
    bounded: (clock) => ({ ...clock, remainingMs }),
  };
}
