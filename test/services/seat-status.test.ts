import { expect, test } from 'vitest';
import { seatGate } from '../../src/services/desk/seat-gate.ts';
import { listedPlan } from '../support/control-plane-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { heardTelemetry } from '../support/heard-telemetry.ts';
import { manualClock } from '../support/manual-clock.ts';
import { realRandom } from '../support/real-random.ts';
import { openSqlite } from '../support/sqlite-store.ts';

const store = freshFixture(() => openSqlite());

test('callers of the plan’s status at the same time share a read, one that began after their call', async () => {
  const { ledger } = store;
  const reads: PromiseWithResolvers<void>[] = [];
  const seats = seatGate({
    ledger: {
      ...ledger,
      async read(...asked) {
        const held = Promise.withResolvers<void>();
        reads.push(held);
        await held.promise;
        return await ledger.read(...asked);
      },
    },
    clock: manualClock(),
    random: realRandom,
    telemetry: heardTelemetry(),
    plan: () => Promise.resolve(listedPlan('start')),
    seatWindowDays: 30,
    quotaChanged: () => undefined,
  });
  const first = seats.status();
  await expect.poll(() => reads).toHaveLength(1);
  const later = Array.from({ length: 20 }, () => seats.status());
  reads[0]?.resolve();
  await first;
  await expect.poll(() => reads).toHaveLength(2);
  reads[1]?.resolve();
  const statuses = await Promise.all(later);
  expect(statuses.map(({ quotaStatus }) => quotaStatus.seatsUsed)).toEqual(Array(20).fill(0));
  expect(reads).toHaveLength(2);
});
