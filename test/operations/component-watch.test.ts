import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { componentWatch, watched } from '../../src/operations/component-watch.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';

/** A watched port with a stream of pieces, and whether the stream was ended. */
function watchedStream(pieces: () => Iterable<number>) {
  const watch = componentWatch(recordingTelemetry());
  const seen = { ended: false };
  const port = {
    async *read() {
      try {
        yield* pieces();
      } finally {
        seen.ended = true;
      }
    },
  };
  return { ...watched(port, { component: 'files', watch, reads: ['read'] }), watch, seen };
}

test('a reader that stops early ends the stream of the component', async () => {
  const { read, seen } = watchedStream(() => [1, 2, 3]);
  for await (const piece of read()) if (piece === 2) break;
  expect(seen.ended).toBe(true);
});

test('a stream that fails after its first piece is a failure of the component', async () => {
  const { read, watch } = watchedStream(function* () {
    yield 1;
    throw new AppError('files-unavailable');
  });
  const pieces: number[] = [];
  const reading = async () => {
    for await (const piece of read()) pieces.push(piece);
  };
  await expect(reading()).rejects.toThrow(AppError);
  expect(pieces).toEqual([1]);
  expect(watch.problems()).toMatchObject([{ component: 'files' }]);
});
