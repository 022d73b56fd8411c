import { beforeAll, describe, expect, test } from 'vitest';
import { probeUnauthorized } from '../../sim/callers.ts';
import { FAULTS, type Component, type Faults } from '../../sim/faults.ts';
import { startFaultyCloud } from '../../sim/faulty-cloud.ts';
import { runRound } from '../../sim/rounds.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { HARMLESS, heard } from './support/heard.ts';

const world = sharedFixture(() => startFaultyCloud());
beforeAll(async () => {
  // The first use of a component takes longer than a time-out on this clock.
  expect(await world.afterwards()).toEqual([]);
});

/** The codes that those who write, and those who only read, may hear while a component fails. */
interface MayHear {
  writers: string[];
  readers: string[];
}
const COMPONENTS: [Component, MayHear][] = [
  ['cosmos', { writers: ['store-unavailable'], readers: ['store-unavailable'] }],
  ['model', { writers: ['assistant-unavailable'], readers: [] }],
  ['vault', { writers: [], readers: ['vault-unavailable'] }],
  ['blobs', { writers: ['files-unavailable'], readers: [] }],
  ['pubSub', { writers: [], readers: ['realtime-unavailable'] }],
  ['insights', { writers: [], readers: [] }],
  ['keys', { writers: ['identity-unavailable'], readers: ['identity-unavailable'] }],
  ['plane', { writers: [], readers: [] }],
];

describe.each(COMPONENTS)('while %s fails, and visitors and agents write', (component, mayHear) => {
  test.each(FAULTS)(
    '(%s) nothing is lost or duplicated, access stays protected, and no restart is needed',
    async (fault) => {
      world.passTime();
      // Agents come with tokens by a key that has not been seen yet.
      if (component === 'keys') await world.issuer.rotate();
      const round = await runRound(world, world.failing([[component, fault]]));
      expect(round).toMatchObject(HARMLESS);
      const { writers, readers } = heard(round);
      expect(writers.filter((code) => !mayHear.writers.includes(code))).toEqual([]);
      expect(readers.filter((code) => !mayHear.readers.includes(code))).toEqual([]);
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
  'while %s, callers get only the errors of these components',
  async (_names, pair) => {
    world.passTime();
    if (pair.some(([component]) => component === 'keys')) await world.issuer.rotate();
    const round = await runRound(world, world.failing(pair));
    expect(round).toMatchObject(HARMLESS);
    const { writers, readers } = heard(round);
    const mayHear = COMPONENTS.filter(([component]) => pair.some(([failing]) => failing === component));
    expect(writers.filter((code) => !mayHear.some(([, codes]) => codes.writers.includes(code)))).toEqual([]);
    expect(readers.filter((code) => !mayHear.some(([, codes]) => codes.readers.includes(code)))).toEqual([]);
  },
);

test('after all faults every request without a credential is still refused', async () => {
  expect((await probeUnauthorized(world)).opened).toEqual([]);
});
