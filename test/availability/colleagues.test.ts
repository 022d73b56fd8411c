import { expect, test } from 'vitest';
import { colleagues } from '../../src/availability/colleagues.ts';
import { background } from '../../src/platform/background.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { realRandom } from '../support/ports/random.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => manualClock());
const MIA = {
  oid: 'oid-of-mia',
  name: 'Mia',
  upn: 'mia@shop.example',
  email: 'mia@shop.example',
  tenantId: 'tenant',
  memberships: [],
};
const MINUTE_MS = 60_000;

/** The colleagues as one instance knows them. */
function instance() {
  const telemetry = recordingTelemetry();
  const work = background(telemetry);
  const known = colleagues({
    clock,
    telemetry,
    random: realRandom,
    ledger: store.ledger,
    background: work,
  });
  return {
    async act() {
      known.recordActivity(MIA);
      await work.settled();
    },
    seenAt: async () => Date.parse((await known.find(MIA.oid))?.lastSeenAt ?? ''),
  };
}

test('activity is exact to five minutes, also if two instances take the agent’s requests in turn', async () => {
  const [one, other] = [instance(), instance()];
  await one.act();
  clock.advance(4 * MINUTE_MS);
  await other.act();
  clock.advance(2 * MINUTE_MS);
  await other.act();
  expect(await one.seenAt()).toBe(clock.now());
});
