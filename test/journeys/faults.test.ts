import { beforeAll, describe, expect, test, vi } from 'vitest';
import { tryAuthorized, tryGates } from '../../sim/callers.ts';
import { AFTERWARDS_MS, playFault, SOON } from '../../sim/fault-round.ts';
import { FAULTS, type Component, type Faults } from '../../sim/faults.ts';
import { startFaultyCloud } from '../../sim/faulty-cloud.ts';
import { sharedFixture } from '../support/fixtures.ts';

const world = sharedFixture(() => startFaultyCloud());
beforeAll(async () => {
  // The first use of a component takes longer than a time-out on this clock.
  await vi.waitUntil(async () => (await tryAuthorized(world)).length === 0, SOON);
});

/** The codes that those who write, and those who look, may hear while a component fails. */
interface MayHear {
  writers: string[];
  others: string[];
}
const COMPONENTS: [Component, MayHear][] = [
  ['cosmos', { writers: ['store-unavailable'], others: ['store-unavailable'] }],
  ['model', { writers: ['assistant-unavailable'], others: [] }],
  ['vault', { writers: [], others: ['vault-unavailable'] }],
  ['blobs', { writers: ['files-unavailable'], others: [] }],
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
      const { writers, others } = await playFault(world, [[component, fault]]);
      expect(writers.filter((code) => !mayHear.writers.includes(code))).toEqual([]);
      expect(others.filter((code) => !mayHear.others.includes(code))).toEqual([]);
    },
  );
});

/** Two that fail together: the database with the model or with a gate's keys, and what is less needed. */
const PAIRS: Faults[] = [
  [
    ['cosmos', 'brown'],
    ['model', 'brown'],
  ],
  [
    ['cosmos', 'throttled'],
    ['keys', 'silent'],
  ],
  [
    ['vault', 'gone'],
    ['pubSub', 'gone'],
  ],
  [
    ['blobs', 'silent'],
    ['cosmos', 'slow'],
  ],
  [
    ['model', 'refusing'],
    ['plane', 'silent'],
  ],
];

test.each(PAIRS.map((pair) => [pair.map((one) => one.join(' ')).join(' and '), pair] as const))(
  'while %s, each takes no more with it than alone',
  async (_names, pair) => {
    world.clock.advance(AFTERWARDS_MS);
    if (pair.some(([component]) => component === 'keys')) await world.issuer.rotate();
    const { writers, others } = await playFault(world, pair);
    const mayHear = COMPONENTS.filter(([component]) => pair.some(([failing]) => failing === component));
    expect(writers.filter((code) => !mayHear.some(([, heard]) => heard.writers.includes(code)))).toEqual([]);
    expect(others.filter((code) => !mayHear.some(([, heard]) => heard.others.includes(code)))).toEqual([]);
  },
);

test('after all of that every gate is as it was', async () => {
  expect((await tryGates(world)).opened).toEqual([]);
});
