import { expect, test } from 'vitest';
import type { Ledger } from '../../src/ports.ts';
import { seatGate, STATUS_MS } from '../../src/services/desk/seat-gate.ts';
import { listedPlan } from '../support/control-plane-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { heardTelemetry } from '../support/heard-telemetry.ts';
import { manualClock } from '../support/manual-clock.ts';
import { realRandom } from '../support/real-random.ts';
import { openSqlite } from '../support/sqlite-store.ts';
import { standingClock } from '../support/standing-clock.ts';

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

test('callers without a limit cost one read in five seconds, and see a claim of this instance at once', async () => {
  const clock = manualClock();
  let reads = 0;
  const seats = seatGate({
    ledger: {
      ...store.ledger,
      read(...asked) {
        reads++;
        return store.ledger.read(...asked);
      },
    },
    clock,
    random: realRandom,
    telemetry: heardTelemetry(),
    plan: () => Promise.resolve(listedPlan('start')),
    seatWindowDays: 30,
    quotaChanged: () => undefined,
  });
  const used = async () => (await seats.recentStatus()).quotaStatus.seatsUsed;
  for (let call = 0; call < 20; call++) expect(await used()).toBe(0);
  expect(reads).toBe(1);
  const claim = seats.claimFor('mia');
  await claim.take();
  await claim.record(new Date(clock.now()).toISOString());
  expect(await used()).toBe(1);
  const before = reads;
  await used();
  expect(reads).toBe(before);
  clock.advance(STATUS_MS);
  await used();
  expect(reads).toBe(before + 1);
});

test('a claim reads the book once, and again where another instance has written meanwhile', async () => {
  const clock = standingClock();
  let reads = 0;
  const ledger: Ledger = {
    ...store.ledger,
    read(...asked) {
      reads++;
      return store.ledger.read(...asked);
    },
  };
  const [here, there] = [ledger, store.ledger].map((of) =>
    seatGate({
      ledger: of,
      clock,
      random: realRandom,
      telemetry: heardTelemetry(),
      plan: () => Promise.resolve(listedPlan('start', { seatQuota: 2 })),
      seatWindowDays: 30,
      quotaChanged: () => undefined,
    }),
  );
  const at = new Date(clock.now()).toISOString();
  const mia = here?.claimFor('mia');
  await mia?.take();
  expect(await mia?.record(at)).toBeUndefined();
  expect(reads).toBe(1);

  const lee = here?.claimFor('lee');
  await lee?.take();
  await there?.claimFor('kim').record(at);
  expect(await lee?.record(at)).toMatchObject({ exceeded: true, seatsUsed: 3 });
  expect(reads).toBe(3);
  expect((await there?.holders())?.map(({ oid }) => oid).sort()).toEqual(['kim', 'lee', 'mia']);
});
