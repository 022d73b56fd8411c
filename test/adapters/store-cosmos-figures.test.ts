import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Items } from '../../src/adapters/store/cosmos/container.ts';
import { figures } from '../../src/adapters/store/cosmos/figures.ts';
import { START } from '../support/conversations.ts';
import { manualClock } from '../support/manual-clock.ts';

/** A container whose writes of records are answered when the test says so; it lists hours at once. */
function slowItems() {
  const sent: { records: number; answer(): void }[] = [];
  async function write<T>(records: number, answer: T): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    sent.push({ records, answer: resolve });
    await promise;
    return answer;
  }
  const written = { ok: true, etag: '"1"' } as const;
  const unused = () => Promise.reject(new Error('Turns ask for nothing else.'));
  const items: Items = {
    create: async (operation) => await (operation === 'hour' ? written : write(1, written)),
    batch: async (_operation, _partition, operations) =>
      await write(operations.length, { ok: true, etags: operations.map(() => '"1"') }),
    read: unused,
    replace: unused,
    remove: unused,
    increment: unused,
    query: unused,
  };
  return { items, sent };
}

it('the figures of turns that end during a write are one request, and no turn ends before its own are stored', async () => {
  const { items, sent } = slowItems();
  const clock = manualClock(Date.parse(START));
  const { add } = figures(items, clock);
  const ended: number[] = [];
  const turn = (number: number) =>
    add({ id: randomUUID(), at: START, visitorMessages: 1 }).then(() => ended.push(number));

  const first = turn(1);
  await expect.poll(() => sent.length).toBe(1);
  const others = [2, 3, 4, 5].map(turn);
  sent[0]?.answer();
  await first;
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map(({ records }) => records)).toEqual([1, 4]);
  expect(ended).toEqual([1]);
  sent[1]?.answer();
  await Promise.all(others);
  expect(ended.toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect(sent).toHaveLength(2);
});
