import { expect, it } from 'vitest';
import { measureTurnsOfAnAddress } from '../support/request-units.ts';

it('no turn of an address that uses up its limit on two instances asks the store for more than three things', async () => {
  const turns = await measureTurnsOfAnAddress(2);
  expect(turns).toHaveLength(45);
  expect(turns.filter(({ requests, units }) => requests.length > 3 || units > 30)).toEqual([]);
  const asked = turns.flatMap(({ requests }) => requests);
  expect(asked).toContain('patch counters');
  expect(asked).toContain('batch usage');
});
