import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressMeasure, type AddressMeasure } from '../support/request-units.ts';

let measure: AddressMeasure;
beforeAll(async () => {
  measure = await addressMeasure();
});
afterAll(() => measure.close());

const FAR_APART = [70_000, 20_000];

it.each([
  ['two instances use up the usual limit', 45, { limit: 60, instances: 2, conversations: 9 }],
  ['two instances use up a limit of twenty', 11, { limit: 20, instances: 2, conversations: 9 }],
  ['every other message is counted', 9, { limit: 12, instances: 1, conversations: 3 }],
  ['each message is counted', 25, { limit: 5, instances: 1, conversations: 5, pausesMs: [16_000] }],
  ['turns pause', 45, { limit: 60, instances: 2, conversations: 9, pausesMs: [16_000] }],
  ['turns are far apart', 10, { limit: 60, instances: 1, conversations: 2, pausesMs: FAR_APART }],
  [
    'an admin’s assistant answers, with documents',
    10,
    { limit: 60, instances: 1, conversations: 2, pausesMs: FAR_APART, ownAssistant: true },
  ],
])('no warm turn asks the store for more than three things where %s', async (_, count, options) => {
  const turns = await measure.turns(options);
  expect(turns).toHaveLength(count);
  expect(turns.filter(({ requests, units }) => requests.length > 3 || units > 30)).toEqual([]);
});
