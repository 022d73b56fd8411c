import { AppError } from '../../domain/errors.ts';
import type { Clock, Random, Telemetry } from '../../ports.ts';

/** Writers who meet give up after this many rounds; in each round at least one of them gets through. */
const MAX_ATTEMPTS = 100;
const MAX_PAUSE_MS = 40;

/** `written: false`: somebody else wrote first. */
export type Round<T> = { written: true; result: T } | { written: false };

interface Surroundings {
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
}

/**
 * Reads, works out and writes at the version that was read, again and again with a short random pause, until nobody else
 * wrote in between. `operation` names the write in telemetry.
 */
export async function optimistically<T>(
  operation: string,
  { clock, random, telemetry }: Surroundings,
  round: () => Promise<Round<T>>,
): Promise<T> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const outcome = await round();
    if (outcome.written) return outcome.result;
    telemetry.record({ type: 'retry', operation, attempt });
    await clock.sleep(((random.bytes(1)[0] ?? 0) / 256) * Math.min(MAX_PAUSE_MS, 2 * attempt));
  }
  throw new AppError('store-unavailable');
}
