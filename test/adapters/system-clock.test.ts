import { randomFill } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/adapters/system/node.ts';
import { withTimeout } from '../../src/domain/concurrency.ts';

const clock = systemClock(0);
const waited = () => clock.waitedMs?.() ?? Number.NaN;

/** Keeps the event loop busy. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('time in which the event loop is busy counts a fifth as waiting', () => {
  const from = { waited: waited(), now: performance.now() };
  block(100);
  const share = (waited() - from.waited) / (performance.now() - from.now);
  expect(share).toBeCloseTo(0.2, 2);
});

test('time in which the event loop waits counts as waiting', async () => {
  const from = waited();
  await new Promise<void>((resolve) => clock.after(100, () => void setTimeout(resolve, 1)));
  expect(waited() - from).toBeGreaterThan(80);
});

test('work of several steps is in time although the event loop was busy for longer', async () => {
  const step = () => promisify(randomFill)(new Uint8Array(1));
  const answer = withTimeout(clock, 400, async () => {
    await step();
    return await step();
  });
  block(500);
  await expect(answer).resolves.toHaveLength(1);
});

test('work that is not answered fails also where the event loop is always busy', async () => {
  let isOver = false;
  const late = withTimeout(clock, 10, () => new Promise<never>(() => undefined)).finally(
    () => (isOver = true),
  );
  const busy = () => {
    if (isOver) return;
    block(5);
    setImmediate(busy);
  };
  setImmediate(busy);
  await expect(late).rejects.toThrow('There was no answer in time.');
});
