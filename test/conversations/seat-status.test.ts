import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SeatClaim } from '../../src/core/seat-gate.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import type { Ledger } from '../../src/ports.ts';
import { storedSeats, STATUS_MS } from '../../src/publisher/stored-seats.ts';
import { listedPlan } from '../support/servers/control-plane-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock, standingClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());

test('simultaneous callers of the plan’s status share one read that began after their call', async () => {
  const { ledger } = store;
  const reads: PromiseWithResolvers<void>[] = [];
  const seats = storedSeats({
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
    telemetry: recordingTelemetry(),
    plan: () => Promise.resolve(listedPlan('start')),
    seatWindowDays: 30,
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

test('calls without a seat limit read once in five seconds and see a claim of their own instance immediately', async () => {
  const clock = manualClock();
  let reads = 0;
  const seats = storedSeats({
    ledger: {
      ...store.ledger,
      read(...asked) {
        reads++;
        return store.ledger.read(...asked);
      },
    },
    clock,
    random: realRandom,
    telemetry: recordingTelemetry(),
    plan: () => Promise.resolve(listedPlan('start')),
    seatWindowDays: 30,
  });
  const used = async () => (await seats.recentStatus()).quotaStatus.seatsUsed;
  for (let call = 0; call < 20; call++) expect(await used()).toBe(0);
  expect(reads).toBe(1);
  await seats.take(claimBy('mia', clock.now()));
  expect(await used()).toBe(1);
  const before = reads;
  await used();
  expect(reads).toBe(before);
  clock.advance(STATUS_MS);
  await used();
  expect(reads).toBe(before + 1);
});

test('a claim writes the seats once and keeps a seat that another instance takes at the same time', async () => {
  const clock = standingClock();
  let writes = 0;
  const ledger: Ledger = {
    ...store.ledger,
    write(...asked) {
      writes++;
      return store.ledger.write(...asked);
    },
  };
  const instance = (of: Ledger) =>
    storedSeats({
      ledger: of,
      clock,
      random: realRandom,
      telemetry: recordingTelemetry(),
      plan: () => Promise.resolve(listedPlan('start', { seatQuota: 2 })),
      seatWindowDays: 30,
    });
  const [here, there] = [instance(ledger), instance(store.ledger)];
  expect(await here.take(claimBy('mia', clock.now()))).toMatchObject({ decision: 'claimed' });
  expect(writes).toBe(1);
  const decided = await Promise.all([
    here.take(claimBy('lee', clock.now())),
    there.take(claimBy('kim', clock.now())),
  ]);
  expect(decided.map(({ decision }) => decision)).toEqual(['claimed', 'claimed']);
  expect((await there.holders()).map(({ oid }) => oid).sort()).toEqual(['kim', 'lee', 'mia']);
  expect((await here.status()).quotaStatus).toMatchObject({ exceeded: true, seatsUsed: 3 });
});

function claimBy(oid: string, nowMs: number): SeatClaim {
  const session = startSession(randomUUID(), new Date(nowMs).toISOString());
  return { id: randomUUID(), trigger: { type: 'claim', agent: { oid, name: oid } }, session };
}
