import { expect, test } from 'vitest';
import { atLeastRate, withEnd, MIN_BYTES_PER_SECOND, SLOW_START_MS } from '../../src/http/download-body.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

const PIECE = new Uint8Array(MIN_BYTES_PER_SECOND);

async function* pieces(count: number): AsyncGenerator<Uint8Array, void, void> {
  for (let index = 0; index < count; index++) yield await Promise.resolve(PIECE);
}

test('a download that is slower than the minimum rate fails', async () => {
  const clock = manualClock();
  const body = atLeastRate(pieces(9), clock);
  await body.next();
  clock.advance(SLOW_START_MS);
  await body.next();
  clock.advance(1000);
  await body.next();
  clock.advance(2001);
  expect(await refusal(body.next())).toBe('download-too-long');
});

test('a download that keeps the minimum rate is complete', async () => {
  const clock = manualClock();
  let taken = 0;
  for await (const piece of atLeastRate(pieces(30), clock)) {
    taken += piece.length;
    clock.advance(1000);
  }
  expect(taken).toBe(30 * PIECE.length);
});

test('the end callback runs when a body is read, fails or is canceled before its first piece', async () => {
  let ended = 0;
  const body = (source: AsyncIterable<Uint8Array>) =>
    withEnd(source, () => {
      ended++;
    })[Symbol.asyncIterator]();
  await Array.fromAsync(
    withEnd(pieces(2), () => {
      ended++;
    }),
  );
  expect(ended).toBe(1);
  await body(pieces(2)).return?.();
  expect(ended).toBe(2);
  const clock = manualClock();
  const slow = body(atLeastRate(pieces(2), clock));
  await slow.next();
  clock.advance(1_000_000);
  expect(await refusal(slow.next())).toBe('download-too-long');
  expect(ended).toBe(3);
});
