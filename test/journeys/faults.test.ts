import { beforeAll, describe, expect, test, vi } from 'vitest';
import { tryAuthorized, tryGates } from '../../sim/callers.ts';
import { AFTERWARDS_MS, playFault, SOON } from '../../sim/fault-round.ts';
import { FAULTS, type Component } from '../../sim/faults.ts';
import { startFaultyCloud } from '../../sim/faulty-cloud.ts';
import { sharedFixture } from '../support/fixtures.ts';

const world = sharedFixture(() => startFaultyCloud());
beforeAll(async () => {
  // What is used for the first time takes longer than a time-out on this clock.
  await vi.waitUntil(async () => (await tryAuthorized(world)).length === 0, SOON);
});

/**
 * What a component takes with it: the codes that those who write, and those who look, may hear while it
 * fails.
 */
const COMPONENTS: [Component, { writers: string[]; others: string[] }][] = [
  ['cosmos', { writers: ['store-unavailable'], others: ['store-unavailable'] }],
  ['model', { writers: ['assistant-unavailable'], others: [] }],
  ['vault', { writers: [], others: ['vault-unavailable'] }],
  ['pubSub', { writers: [], others: ['realtime-unavailable'] }],
  ['insights', { writers: [], others: [] }],
  ['keys', { writers: ['identity-unavailable'], others: ['identity-unavailable'] }],
  ['plane', { writers: [], others: [] }],
];

describe.each(COMPONENTS)('while %s fails, and visitors and agents write', (component, mayHear) => {
  test.each(FAULTS)(
    '(%s) nothing is lost or doubled, no gate opens, and no restart is needed',
    async (fault) => {
      world.clock.advance(AFTERWARDS_MS);
      // Agents come with tokens by a key that has not been seen yet.
      if (component === 'keys') await world.issuer.rotate();
      const { writers, others } = await playFault(world, component, fault);
      expect(writers.filter((code) => !mayHear.writers.includes(code))).toEqual([]);
      expect(others.filter((code) => !mayHear.others.includes(code))).toEqual([]);
    },
  );
});

test('after all of that every gate is as it was', async () => {
  expect((await tryGates(world)).opened).toEqual([]);
});
