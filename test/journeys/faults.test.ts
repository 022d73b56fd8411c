import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tryDoors, tryGates } from '../support/callers.ts';
import { againstTheContract, codeOf } from '../support/contract-errors.ts';
import { FAULTS, startFaultyCloud, type Component, type FaultyCloud } from '../support/faulty-cloud.ts';

let world: FaultyCloud;
beforeAll(async () => {
  world = await startFaultyCloud();
  // What is used for the first time takes longer than a time-out on this clock.
  await vi.waitUntil(async () => (await tryDoors(world)).length === 0, SOON);
});
afterAll(() => world.close());

/** What a component takes with it: the codes that those who write, and those who look, may hear while it fails. */
const COMPONENTS: [Component, { writers: string[]; others: string[] }][] = [
  ['cosmos', { writers: ['store-unavailable'], others: ['store-unavailable'] }],
  ['model', { writers: ['assistant-unavailable'], others: [] }],
  ['vault', { writers: [], others: ['vault-unavailable'] }],
  ['pubSub', { writers: [], others: ['realtime-unavailable'] }],
  ['insights', { writers: [], others: [] }],
  ['keys', { writers: ['identity-unavailable'], others: ['identity-unavailable'] }],
  ['plane', { writers: [], others: [] }],
];
/** Longer than every cache, cool-down, circuit and lease. */
const AFTERWARDS_MS = 120_000;
/** How long it may take until all is well again. */
const SOON = { timeout: 15_000 };

describe.each(COMPONENTS)('while %s fails, and visitors and agents write', (component, mayHear) => {
  test.each(FAULTS)(
    '(%s) nothing is lost or doubled, no gate opens, and no restart is needed',
    async (fault) => {
      const { traffic, clock, issuer } = world;
      traffic.refused.length = 0;
      clock.advance(AFTERWARDS_MS);
      // Agents come with tokens by a key that has not been seen yet.
      if (component === 'keys') await issuer.rotate();
      await world.fail(component, fault);
      const [gates, looks] = await Promise.all([
        tryGates(world),
        tryDoors(world),
        ...traffic.writers.map((writer) => writer.say()),
      ]);
      await world.fail(component, undefined);
      clock.advance(AFTERWARDS_MS);

      expect(gates.opened).toEqual([]);
      await Promise.all(traffic.writers.map((one) => expect.poll(() => one.say(), SOON).toBe(true)));
      await expect.poll(async () => (await tryDoors(world)).map(codeOf), SOON).toEqual([]);
      expect(await traffic.audit()).toEqual([]);
      expect(traffic.broken).toBe(0);
      expect([...traffic.refused, ...looks, ...gates.refused].flatMap(againstTheContract)).toEqual([]);
      expect(traffic.refused.map(codeOf).filter((code) => !mayHear.writers.includes(code))).toEqual([]);
      expect(looks.map(codeOf).filter((code) => !mayHear.others.includes(code))).toEqual([]);
    },
  );
});

test('after all of that every gate is as it was', async () => {
  expect((await tryGates(world)).opened).toEqual([]);
});
