import { beforeAll, expect, test } from 'vitest';
import { FAULTS } from '../../sim/faults.ts';
import { startFaultyCloud } from '../../sim/faulty-cloud.ts';
import { runRound } from '../../sim/rounds.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { HARMLESS, heard } from './support/heard.ts';

const world = sharedFixture(() => startFaultyCloud({ tokenSeconds: 1 }));
beforeAll(async () => {
  // Tokens are over as soon as they are there, so that everything asks for new ones all the time.
  expect(await world.afterwards()).toEqual([]);
});

/** The managed identity is the way to everything. */
const MAY_HEAR = [
  'store-unavailable',
  'assistant-unavailable',
  'vault-unavailable',
  'realtime-unavailable',
  'files-unavailable',
];

test.each(FAULTS)(
  'while the managed identity gives no token (%s), nothing is lost or duplicated, access stays protected, and no restart is needed',
  async (fault) => {
    const round = await runRound(world, world.failing([['identity', fault]]));
    expect(round).toMatchObject(HARMLESS);
    const { writers, readers } = heard(round);
    expect([...writers, ...readers].filter((code) => !MAY_HEAR.includes(code))).toEqual([]);
  },
);
