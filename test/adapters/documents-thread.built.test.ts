import { expect, test } from 'vitest';
import { documentReader } from '../../src/adapters/documents/reader.ts';
import { AppError } from '../../src/core/errors.ts';
import type { FileToRead } from '../../src/ports.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { DOCUMENT_WORKER as worker } from './support/reading.ts';
import { refusal } from '../support/refusal.ts';

const TEXT = Buffer.from('Some text');

const fileOf = (pieces: AsyncIterable<Uint8Array>, bytes = TEXT.length): FileToRead => ({
  ...{ type: 'text', name: 'a.txt', bytes, pieces },
});

async function* arriving(before: () => Promise<void> = () => Promise.resolve()): AsyncIterable<Uint8Array> {
  yield TEXT.subarray(0, 4);
  await before();
  yield TEXT.subarray(4);
}

test('the time limit of a file begins after its bytes have arrived from the storage', async () => {
  const clock = manualClock();
  const reader = documentReader({ worker, clock, timeoutMs: 20_000 });
  const slow = arriving(() => {
    clock.advance(60_000);
    return Promise.resolve();
  });
  expect((await reader.read(fileOf(slow))).markdown).toBe('Some text');
});

test.each([TEXT.length + 1, TEXT.length - 1])(
  'a stored file of another size than the upload is reported as a storage failure: %i bytes',
  async (bytes) => {
    const reader = documentReader({ worker, clock: manualClock() });
    expect(await refusal(reader.read(fileOf(arriving(), bytes)))).toBe('files-unavailable');
  },
);

test('a thread that cannot start is reported as a fault, not as an unreadable file, and is started again for the next file', async () => {
  const missing = new URL('no-such-module.ts', import.meta.url);
  const reader = documentReader({ worker: missing, clock: manualClock() });
  for (let again = 0; again < 2; again++) {
    const error: unknown = await reader.read(fileOf(arriving())).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(AppError);
  }
});

test('files wait in a queue, and a file is refused while the queue is full', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const reader = documentReader({ worker, clock: manualClock() });
  const waiting = Array.from({ length: 5 }, () => reader.read(fileOf(arriving(() => held))));
  expect(await refusal(reader.read(fileOf(arriving())))).toBe('rate-limited');
  release();
  for (const { markdown } of await Promise.all(waiting)) expect(markdown).toBe('Some text');
  expect((await reader.read(fileOf(arriving()))).markdown).toBe('Some text');
});
