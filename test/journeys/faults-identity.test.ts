import { beforeAll, expect, test, vi } from 'vitest';
import { tryAuthorized } from '../../sim/callers.ts';
import { playFault, SOON } from '../../sim/fault-round.ts';
import { FAULTS } from '../../sim/faults.ts';
import { startFaultyCloud } from '../../sim/faulty-cloud.ts';
import { sharedFixture } from '../support/fixtures.ts';

const world = sharedFixture(() => startFaultyCloud({ tokenSeconds: 1 }));
beforeAll(async () => {
  // Tokens are over as soon as they are there, so that everything asks for new ones all the time.
  await vi.waitUntil(async () => (await tryAuthorized(world)).length === 0, SOON);
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
  'while the managed identity gives no token (%s), nothing is lost or doubled, no gate opens, and no restart is needed',
  async (fault) => {
    const { writers, others } = await playFault(world, [['identity', fault]]);
    expect([...writers, ...others].filter((code) => !MAY_HEAR.includes(code))).toEqual([]);
  },
);
