import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tryDoors, tryGates } from '../support/callers.ts';
import { againstTheContract, codeOf } from '../support/contract-errors.ts';
import { FAULTS, startFaultyCloud, type FaultyCloud } from '../support/faulty-cloud.ts';

let world: FaultyCloud;
beforeAll(async () => {
  // Tokens are over as soon as they are there, so that everything asks for new ones all the time.
  world = await startFaultyCloud({ tokenSeconds: 1 });
  await vi.waitUntil(async () => (await tryDoors(world)).length === 0, SOON);
});
afterAll(() => world.close());

const AFTERWARDS_MS = 120_000;
const SOON = { timeout: 15_000 };
/** The managed identity is the way to everything. */
const MAY_HEAR = ['store-unavailable', 'assistant-unavailable', 'vault-unavailable', 'realtime-unavailable'];

test.each(FAULTS)(
  'while the managed identity gives no token (%s), nothing is lost or doubled, no gate opens, and no restart is needed',
  async (fault) => {
    const { traffic, clock } = world;
    traffic.refused.length = 0;
    await world.fail('identity', fault);
    const [gates, looks] = await Promise.all([
      tryGates(world),
      tryDoors(world),
      ...traffic.writers.map((writer) => writer.say()),
    ]);
    await world.fail('identity', undefined);
    clock.advance(AFTERWARDS_MS);

    expect(gates.opened).toEqual([]);
    await Promise.all(traffic.writers.map((one) => expect.poll(() => one.say(), SOON).toBe(true)));
    await expect.poll(async () => (await tryDoors(world)).map(codeOf), SOON).toEqual([]);
    expect(await traffic.audit()).toEqual([]);
    expect(traffic.broken).toBe(0);
    const refused = [...traffic.refused, ...looks, ...gates.refused];
    expect(refused.flatMap(againstTheContract)).toEqual([]);
    expect([...traffic.refused, ...looks].map(codeOf).filter((code) => !MAY_HEAR.includes(code))).toEqual([]);
  },
);
