import type { Clock } from '../ports.ts';

/**
 * Does work to which an end is set, in milliseconds. Then `signal` is aborted and the wait is over, also where the work does
 * not listen: the SDKs wait for a token of the managed identity without an end.
 */
export async function inTime<T>(
  clock: Clock,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const answered = new AbortController();
  const timeout = new AbortController();
  const late = clock.sleep(timeoutMs, answered.signal).then(() => {
    timeout.abort();
    throw new Error('There was no answer in time.');
  });
  try {
    return await Promise.race([work(timeout.signal), late]);
  } finally {
    answered.abort();
  }
}
