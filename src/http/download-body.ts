import { AppError } from '../domain/errors.ts';
import type { Clock } from '../ports.ts';

/** The rate at which a client must read on average, in bytes per second. */
export const LEAST_BYTES_PER_SECOND = 16 * 1024;
/** The time in which a download may be slower, in milliseconds. */
export const SLOW_START_MS = 10_000;

/** Passes pieces on; fails as `download-too-long` where the client takes less than the least rate. */
export async function* atLeastRate(
  pieces: AsyncIterable<Uint8Array>,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<Uint8Array, void, void> {
  const startedAtMs = clock.now();
  let taken = 0;
  for await (const piece of pieces) {
    const ratedMs = clock.now() - startedAtMs - SLOW_START_MS;
    if (taken < (LEAST_BYTES_PER_SECOND * ratedMs) / 1000) throw new AppError('download-too-long');
    yield piece;
    taken += piece.length;
  }
}

/**
 * The pieces; `end` is called when they are read, fail, or are given up. A generator would not call it where
 * it is given up before its first piece, as for HEAD.
 */
export function endedBody(pieces: AsyncIterable<Uint8Array>, end: () => void): AsyncIterable<Uint8Array> {
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
