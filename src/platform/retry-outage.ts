import { AppError } from '../core/errors.ts';
import { chance, jittered } from '../lib/retries.ts';
import type { Ports } from '../ports.ts';

/** The maximum time of retries, in milliseconds. */
export const RETRY_MS = 120_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/**
 * Retries a write with exponential back-off while the store is unavailable, for up to RETRY_MS or until the
 * instance ends.
 */
export type RetryOutage = <T>(write: () => Promise<T>) => Promise<T>;

interface Dependencies extends Pick<Ports, 'clock' | 'random'> {
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
}

export function retryOutage({ clock, random, stopping }: Dependencies): RetryOutage {
  return async (write) => {
    const giveUpAtMs = clock.now() + RETRY_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await write();
      } catch (error) {
        const isOutage = error instanceof AppError && error.code === 'store-unavailable';
        if (!isOutage || stopping.aborted || clock.now() >= giveUpAtMs) throw error;
        await clock.sleep(jittered(pauseMs, chance(random)), stopping);
      }
    }
  };
}
