import { afterEach, expect, test } from 'vitest';
import { sqliteStore, type SqliteStore } from '../../src/adapters/store/sqlite.ts';
import { AppError } from '../../src/core/errors.ts';
import type { Ledger } from '../../src/ports.ts';
import { reportJournal } from '../../src/publisher/report-journal.ts';
import { REPORTS_KIND, sentReports } from '../../src/publisher/sent-reports.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';

const NOW_MS = Date.parse('2026-11-20T17:24:00.000Z');
const DAY_MS = 86_400_000;
const hoursAgo = (hours: number) => new Date(NOW_MS - (hours * DAY_MS) / 24).toISOString();
const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString();
const report = {
  deploymentId: 'd',
  deployedVersion: '1',
  saasSubscriptionId: 's',
  status: 'healthy',
} as const;
const sentAt = (timestamp: string) => ({ ...report, timestamp });

let store: SqliteStore | undefined;
afterEach(async () => {
  await store?.close();
});

async function opened(change: (ledger: Ledger) => Partial<Ledger> = () => ({})) {
  store = sqliteStore(await dataFolder());
  const ledger = { ...store.ledger, ...change(store.ledger) };
  const clock = { ...realClock, now: () => NOW_MS };
  const journal = reportJournal({ ledger, clock, random: realRandom, telemetry: recordingTelemetry() });
  return { ledger, journal, reports: sentReports(ledger) };
}

const fails = () => Promise.resolve({ ok: false, code: 'status-503' } as const);
const arrives = () => Promise.resolve({ ok: true } as const);

test('outdated reports are deleted in bounded batches, without a list of all', async () => {
  const { ledger, journal, reports } = await opened(() => ({
    list: () => Promise.reject(new AppError('store-unavailable')),
  }));
  const value = { kind: 'deploy-status', sentAt: daysAgo(91), ok: false, payload: sentAt(daysAgo(91)) };
  for (let n = 0; n < 150; n++) await ledger.write(REPORTS_KIND, `${daysAgo(91)}.${n}`, value, 'absent');
  await journal.deploy(sentAt(daysAgo(1)), arrives);
  await journal.prune();
  expect(await ledger.newest(REPORTS_KIND, 200)).toHaveLength(51);
  await journal.prune();
  expect((await reports.list({ limit: 200 })).items).toMatchObject([{ ok: true, sentAt: daysAgo(1) }]);
});

test('a report that stays the same and fails all day has one document', async () => {
  const { journal, reports } = await opened();
  for (const hours of [23, 2, 1]) await journal.deploy(sentAt(hoursAgo(hours)), fails);
  expect((await reports.list({ limit: 9 })).items).toMatchObject([
    { ok: false, payload: sentAt(hoursAgo(1)) },
  ]);
  await journal.deploy(sentAt(hoursAgo(0)), arrives);
  expect((await reports.list({ limit: 9 })).items).toMatchObject([
    { ok: true, payload: sentAt(hoursAgo(0)) },
  ]);
  await journal.deploy(sentAt(hoursAgo(-1)), arrives);
  expect((await reports.list({ limit: 9 })).items).toHaveLength(2);
});

test('a simultaneous attempt of another instance gets a separate document', async () => {
  let isFirst = true;
  const { journal, reports } = await opened((ledger) => ({
    async write(...args) {
      if (args[3] === 'absent' || !isFirst) return await ledger.write(...args);
      isFirst = false;
      return undefined;
    },
  }));
  await journal.deploy(sentAt(hoursAgo(2)), fails);
  await journal.deploy(sentAt(hoursAgo(1)), arrives);
  expect((await reports.list({ limit: 9 })).items.map(({ ok }) => ok)).toEqual([true, false]);
});

test('unreadable documents stop neither the reports nor the list of reports', async () => {
  const { ledger, journal, reports } = await opened();
  await ledger.write('last-reports', 'last', { deploy: 'broken' }, 'absent');
  await ledger.write(REPORTS_KIND, `${daysAgo(1)}.x`, { kind: 'unknown' }, 'absent');
  expect(await journal.last()).toEqual({ deliveredQuantity: 0 });
  await journal.deploy(sentAt(daysAgo(0)), arrives);
  expect(await journal.last()).toMatchObject({ deploy: { ok: true } });
  expect((await reports.list({ limit: 9 })).items).toHaveLength(1);
});

test('a report is sent even if the list of earlier attempts fails, with a separate document', async () => {
  const { journal } = await opened(() => ({
    newest: () => Promise.reject(new AppError('store-unavailable')),
  }));
  expect(await journal.deploy(sentAt(hoursAgo(1)), arrives)).toEqual({ ok: true });
  expect(await journal.last()).toMatchObject({ deploy: { ok: true } });
});

test('the outcome of an earlier report that ends late does not replace that of a newer one', async () => {
  const { journal } = await opened();
  const seats = { subscriptionId: 's', seatQuantity: 1 };
  const late = Promise.withResolvers<{ ok: false; code: string }>();
  const ending = [
    journal.deploy(sentAt(hoursAgo(2)), () => late.promise),
    journal.seat({ ...seats, timestamp: hoursAgo(2) }, () => late.promise),
  ];
  await journal.deploy({ ...sentAt(hoursAgo(1)), deployedVersion: '2' }, arrives);
  await journal.seat({ ...seats, seatQuantity: 5, timestamp: hoursAgo(1) }, arrives);
  const before = await journal.last();
  late.resolve({ ok: false, code: 'status-503' });
  await Promise.all(ending);
  expect(before).toMatchObject({ deploy: { ok: true, version: '2' }, deliveredQuantity: 5 });
  expect(await journal.last()).toEqual(before);
});
