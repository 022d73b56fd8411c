import { AppError } from '../core/errors.ts';
import type { Clock } from '../ports.ts';

/** The minimum average rate at which a client must read. */
export const MIN_BYTES_PER_SECOND = 16 * 1024;
/** The time at the start in which the rate is not checked, in milliseconds. */
export const SLOW_START_MS = 10_000;

/** Passes pieces on; throws `download-too-long` if the client reads below the minimum rate. */
export async function* atLeastRate(
  pieces: AsyncIterable<Uint8Array>,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<Uint8Array, void, void> {
  const startedAtMs = clock.now();
  let taken = 0;
  for await (const piece of pieces) {
    const ratedMs = clock.now() - startedAtMs - SLOW_START_MS;
    if (taken < (MIN_BYTES_PER_SECOND * ratedMs) / 1000) throw new AppError('download-too-long');
    yield piece;
    taken += piece.length;
  }
}

/**
 * Calls `end` when the pieces end, fail, or are abandoned, also before the first piece (such as for HEAD),
 * when a generator's `finally` would not run.
 */
export function withEnd(pieces: AsyncIterable<Uint8Array>, end: () => void): AsyncIterable<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const reading: AsyncIterator<Uint8Array> = {
    async next() {
      try {
        const next = await iterator.next();
        if (next.done) end();
        return next;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => reading };
}
