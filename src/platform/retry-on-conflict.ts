import { AppError } from '../core/errors.ts';
import { chance } from '../lib/retries.ts';
import type { Ports } from '../ports.ts';

/** The maximum number of attempts; in each round, at least one of the competing writers succeeds. */
const MAX_ATTEMPTS = 100;
const MAX_PAUSE_MS = 40;

/** `written: false`: the write conflicted with another one. */
export type Attempt<T> = { written: true; result: T } | { written: false };

/**
 * Optimistic concurrency: repeats an attempt, which writes only at the version that it read, until there is
 * no conflict, with a random pause of up to 40 ms. Throws `store-unavailable` after 100 attempts. `operation`
 * names the write in telemetry.
 */
export async function retryOnConflict<T>(
  operation: string,
  { clock, random, telemetry }: Pick<Ports, 'clock' | 'random' | 'telemetry'>,
  attempt: (number: number) => Promise<Attempt<T>>,
): Promise<T> {
  for (let number = 1; number <= MAX_ATTEMPTS; number++) {
    const outcome = await attempt(number);
    if (outcome.written) return outcome.result;
    telemetry.record({ type: 'retry', operation, attempt: number });
    await clock.sleep(chance(random) * Math.min(MAX_PAUSE_MS, 2 * number));
  }
  throw new AppError('store-unavailable');
}
