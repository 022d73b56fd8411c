import { expect, test } from 'vitest';
import { knowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';
import { eventLoopQueue } from '../../src/adapters/knowledge/search-queue.ts';
import { turnsDuring } from './support/turns-during.ts';

test('the first task runs immediately, and each further task in a later turn of the event loop', async () => {
  const inTurn = eventLoopQueue();
  const order: string[] = [];
  const work = (name: string) => inTurn(() => void order.push(name));
  const all = Promise.all(['first', 'second', 'third'].map(work));
  expect(order).toEqual(['first']);
  for (const expected of [
    ['first', 'second'],
    ['first', 'second', 'third'],
  ]) {
    await new Promise(setImmediate);
    expect(order).toEqual(expected);
  }
  await all;
});

test('a task that fails rejects only its caller, and the next task runs', async () => {
  const inTurn = eventLoopQueue();
  const broken = inTurn(() => {
    throw new Error('broken on purpose');
  });
  const next = inTurn(() => 'done');
  await expect(broken).rejects.toThrow('broken on purpose');
  expect(await next).toBe('done');
});

test('concurrent searches run in separate turns of the event loop, even in several indexes', async () => {
  const document = { name: 'returns.md', markdown: '# Returns\n\nReturns take 30 days.' };
  const indexes = ['one', 'other'].map(() => knowledgeIndex(() => Promise.resolve([document])));
  const search = () =>
    Promise.all(indexes.flatMap((index) => Array.from({ length: 6 }, () => index.answer(['Returns?']))));
  await search();
  expect(await turnsDuring(search)).toBeGreaterThanOrEqual(11);
});
