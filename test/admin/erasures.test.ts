import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { erasures } from '../../src/admin/erasures.ts';
import { background } from '../../src/platform/background.ts';
import { leases } from '../../src/platform/leases.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { after, begin } from '../support/stores/conversations.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const MIA = { visitor: { subject: 'u-7', name: 'Mia', email: 'mia@shop.example' } };
const sqlite = freshFixture(() => openSqlite());

/** An instance whose deletions fail after some of them. */
function instance(deletions = Infinity) {
  const telemetry = recordingTelemetry();
  const work = background(telemetry);
  const clock = manualClock(Date.parse(after(60)));
  const store = sqlite.conversations;
  const platform = { clock, telemetry, store, ledger: sqlite.ledger, random: realRandom };
  const stopping = new AbortController().signal;
  let left = deletions;
  return {
    work,
    clock,
    erasures: erasures({
      ...platform,
      stopping,
      background: work,
      leases: leases({ ...platform, stopping }),
      archive: {
        async remove(sessionId) {
          if (left-- <= 0) throw new AppError('store-unavailable');
          if (!(await store.delete(sessionId))) throw new AppError('session-not-found');
        },
      },
    }),
  };
}

const listed = async () => (await sqlite.conversations.list({ sortBy: 'recent', limit: 100 })).items.length;

test('an erasure that fails on the way is continued by the timer of another instance', async () => {
  for (let n = 0; n < 30; n++) await begin(sqlite.conversations, 'Hi', { at: after(n), session: MIA });
  const first = instance(7);
  await first.erasures.start(['email:mia@shop.example']);
  await first.work.settled();
  expect(await listed()).toBe(23);
  const second = instance();
  expect(await second.erasures.list()).toHaveLength(1);
  second.clock.advance(120_000);
  await second.erasures.runDue();
  expect([await listed(), await second.erasures.list()]).toEqual([0, []]);
});

test('a conversation that began after the erasure was ordered is not deleted', async () => {
  await begin(sqlite.conversations, 'Hi', { at: after(61), session: MIA });
  const { erasures: running, work } = instance();
  await running.start(['email:mia@shop.example']);
  await work.settled();
  expect([await listed(), await running.list()]).toEqual([1, []]);
});
