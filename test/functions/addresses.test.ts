import { expect, test } from 'vitest';
import { everyRoute } from '../../functions/groups.ts';
import { addressesOf } from '../../src/hosts/addresses.ts';

/** Each address is a function of the platform, which costs about 2 ms of a cold start (docs/adr/0041). */
const MOST = 160;

test('the runtime has at most 160 addresses', async () => {
  expect(addressesOf(await everyRoute()).length).toBeLessThanOrEqual(MOST);
});
