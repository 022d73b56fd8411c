import { beforeAll, expect, it } from 'vitest';
import { measureRequestUnits, type Charged } from '../support/request-units.ts';

let rows: ReadonlyMap<string, Charged>;
beforeAll(async () => {
  rows = new Map((await measureRequestUnits()).map((row) => [row.operation, row]));
});

it.each([
  ['a turn on a warm instance', ['batch conversations', 'batch conversations', 'create usage'], 30],
  [
    'a turn on an instance that does not have the conversation',
    ['read conversations', 'batch conversations', 'batch conversations', 'create usage'],
    30,
  ],
  ['a poll', ['read conversations'], 3],
])('%s asks the store for %j, for at most %i request units', (operation, requests, most) => {
  const row = rows.get(operation);
  expect(row?.requests.toSorted()).toEqual(requests.toSorted());
  expect(row?.units).toBeLessThanOrEqual(most);
});
