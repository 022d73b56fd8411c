import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { totalsOf } from '../../src/spending/rules/spending.ts';
import type { Ledger, Publisher, SecretVault } from '../../src/ports.ts';
import { otherTokenUsage } from '../../src/spending/other-token-usage.ts';
import { background } from '../../src/platform/background.ts';
import { reportIntake, tokenWindowsOf } from '../../src/publisher/report-intake.ts';
import { reportJournal } from '../../src/publisher/report-journal.ts';
import { reports } from '../../src/publisher/reports.ts';
import { tokenWindows } from '../../src/publisher/token-windows.ts';
import { SeatReport } from '../../src/publisher/wire/reports.ts';
import { begin } from '../support/stores/conversations.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BEGIN_MS = Date.parse('2026-11-20T17:24:00.000Z');
const SUBSCRIPTION = 'sub-1';
const KeptWindow = z.object({ inputTokens: z.number(), outputTokens: z.number(), windowStart: z.string() });

/**
 * How a report travels: it arrives, it is lost, or its answer is lost; `late` arrives again after later ones.
 */
const TRAVELS = ['arrives', 'is lost', 'answer is lost', 'is late'] as const;
type Travel = (typeof TRAVELS)[number];

/** A runtime of several instances, and a publisher, on one clock. */
async function world() {
  const [folder, planeFolder] = await Promise.all([dataFolder(), dataFolder()]);
  const [store, plane] = [sqliteStore(folder), sqliteStore(planeFolder)];
  let nowMs = BEGIN_MS;
  const sleep = (ms: number) => Promise.resolve(void (nowMs += ms));
  const clock = { ...realClock, now: () => nowMs, sleep };
  const telemetry = recordingTelemetry();
  const shared = { clock, random: realRandom, telemetry };
  const intake = reportIntake({ ...shared, ledger: plane.ledger, rebind: [] });
  const late: SeatReport[] = [];
  let travels: Travel[] = [];
  let isDown = false;

  const publisher: Publisher = {
    configured: true,
    plan: () => Promise.resolve(undefined),
    async send(_kind, payload) {
      const report = SeatReport.parse(payload);
      const travel = isDown ? 'is lost' : (travels.shift() ?? 'arrives');
      if (travel === 'is late') late.push(report);
      if (travel === 'arrives' || travel === 'answer is lost') await intake.seat(report, undefined);
      return travel === 'arrives' ? { ok: true } : { ok: false, code: 'unreachable' };
    },
  };
  const vault: SecretVault = {
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve('1'),
    remove: () => Promise.resolve(),
  };

  function instance(store_ = store) {
    const otherUsage = otherTokenUsage({ ...shared, ledger: store_.ledger });
    const parts = { ...shared, store: store_.conversations, ledger: store_.ledger, otherUsage };
    return reports({
      ...parts,
      publisher,
      journal: reportJournal(parts),
      tokens: tokenWindows(parts),
      deployment: () => Promise.reject(new Error('The subscription is known.')),
      version: '1.0.0',
      marketplaceSubscriptionId: SUBSCRIPTION,
      quota: () =>
        Promise.resolve({
          exceeded: false,
          seatsUsed: 0,
          seatQuota: 2,
          daysOverQuota: 0,
          gracePeriodDays: 14,
          blocked: false,
        }),
      vault,
      background: background(telemetry),
      stopping: new AbortController().signal,
    });
  }

  let meanwhile: (() => Promise<void>) | undefined;
  const slow: Ledger = {
    ...store.ledger,
    async write(...args) {
      const during = meanwhile;
      meanwhile = undefined;
      if (!during) return await store.ledger.write(...args);
      await during();
      return undefined;
    },
  };

  return {
    instance,
    advance: (ms: number) => void (nowMs += ms),
    travel: (...next: Travel[]) => void (travels = next),
    down: (is: boolean) => void (isDown = is),
    async deliverLate() {
      for (const report of late.splice(0)) await intake.seat(report, undefined);
    },
    async spend(inputTokens: number) {
      await begin(store.conversations, 'Hello', {
        sessionId: randomUUID(),
        at: new Date(nowMs).toISOString(),
        activity: { inputTokens, outputTokens: 2 * inputTokens },
      });
    },
    /** Outside of conversations; `during` runs while the write meets another writer. */
    async spendBeside(inputTokens: number, during?: () => Promise<void>) {
      meanwhile = during;
      const usage = { inputTokens, outputTokens: 2 * inputTokens, cachedInputTokens: 0 };
      await otherTokenUsage({ ...shared, ledger: slow }).add('tests', totalsOf(usage, 0));
      meanwhile = undefined;
    },
    async windows() {
      const entries = await plane.ledger.list(tokenWindowsOf(SUBSCRIPTION));
      return entries.map(({ value }) => KeptWindow.parse(value));
    },
    async close() {
      await Promise.all([store.close(), plane.close()]);
      await Promise.all([folder.close(), planeFolder.close()]);
    },
  };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('spend' as const), tokens: fc.nat(1000) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('spend beside' as const),
      tokens: fc.nat(1000),
      minutes: fc.nat(200),
    }),
  },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('time' as const), minutes: fc.nat(400) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('report' as const),
      travels: fc.array(fc.constantFrom(...TRAVELS), { maxLength: 4 }),
      instances: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('down' as const), days: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('late' as const) }) },
);

test('the publisher counts each token in exactly one window, whatever happens to the reports', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const here = await world();
      let instances = [here.instance(), here.instance(), here.instance()];
      let spent = 0;
      for (const one of steps) {
        if (one.is === 'spend') {
          spent += one.tokens;
          await here.spend(one.tokens);
        }
        if (one.is === 'spend beside') {
          spent += one.tokens;
          await here.spendBeside(one.tokens, async () => {
            here.advance(one.minutes * MINUTE_MS);
            await instances[2]?.seatIfDue();
          });
        }
        if (one.is === 'time') here.advance(one.minutes * MINUTE_MS);
        if (one.is === 'restart') instances = instances.map(() => here.instance());
        if (one.is === 'late') await here.deliverLate();
        if (one.is === 'down') {
          here.down(true);
          await instances[0]?.seatIfDue();
          here.advance(one.days * DAY_MS);
          await instances[1]?.seatIfDue();
          here.down(false);
        }
        if (one.is === 'report') {
          here.travel(...one.travels);
          await Promise.all(instances.slice(0, one.instances).map((instance) => instance.seatIfDue()));
        }
        // The timer runs every five minutes; a day without it means that the deployment is down.
        here.travel();
        await instances[0]?.seatIfDue();
      }
      for (let look = 0; look < 3; look++) {
        here.advance(2 * HOUR_MS);
        await instances[0]?.seatIfDue();
      }
      await here.deliverLate();
      const windows = await here.windows();
      const total = (field: 'inputTokens' | 'outputTokens') =>
        windows.reduce((sum, window) => sum + window[field], 0);
      expect([total('inputTokens'), total('outputTokens')]).toEqual([spent, 2 * spent]);
      for (const { windowStart } of windows) expect(windowStart).toMatch(/:00:00\.000Z$/);
      await here.close();
    }),
    { numRuns: 40 },
  );
});

test('a window is sent unchanged until it arrives, and the next window starts at its end', async () => {
  const here = await world();
  const instance = here.instance();
  await here.spend(10);
  here.advance(HOUR_MS);
  here.down(true);
  await instance.seatIfDue();
  await here.spend(5);
  here.advance(3 * HOUR_MS);
  await instance.seatIfDue();
  here.down(false);
  await here.instance().seatIfDue();
  here.advance(HOUR_MS);
  await instance.seatIfDue();
  expect(await here.windows()).toEqual([
    expect.objectContaining({ windowStart: '2026-11-19T18:00:00.000Z', inputTokens: 10 }),
    expect.objectContaining({ windowStart: '2026-11-20T18:00:00.000Z', inputTokens: 5 }),
  ]);
  await here.close();
});

test('a report within the same hour contains no tokens, because no hour has ended', async () => {
  const here = await world();
  const instance = here.instance();
  await instance.seatIfDue();
  await here.spend(10);
  here.advance(40 * MINUTE_MS);
  await here.instance().seatIfDue();
  expect(await here.windows()).toHaveLength(1);
  here.advance(MINUTE_MS * 50);
  await instance.seatIfDue();
  expect(await here.windows()).toHaveLength(2);
  await here.close();
});

test('tokens outside of conversations count in the window of the hour in which they were stored', async () => {
  const here = await world();
  const instance = here.instance();
  await here.spend(10);
  await here.spendBeside(3);
  await here.spendBeside(4, async () => {
    here.advance(HOUR_MS);
    await instance.seatIfDue();
  });
  here.advance(HOUR_MS);
  await here.instance().seatIfDue();
  expect(await here.windows()).toEqual([
    expect.objectContaining({ windowStart: '2026-11-19T18:00:00.000Z', inputTokens: 13, outputTokens: 26 }),
    expect.objectContaining({ windowStart: '2026-11-20T18:00:00.000Z', inputTokens: 4, outputTokens: 8 }),
  ]);
  await here.close();
});
