import { expect, test } from 'vitest';
import { totalsOf } from '../../src/spending/rules/spending.ts';
import type { Ledger } from '../../src/ports.ts';
import { otherTokenUsage } from '../../src/spending/other-token-usage.ts';
import { EVER } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const MINUTE_MS = 60_000;
const store = freshFixture(() => openSqlite());
const SPENT = totalsOf({ inputTokens: 10, outputTokens: 5, cachedInputTokens: 0 }, 0);

/** The spending outside of conversations, on a ledger whose operations can take minutes. */
function at(time: string) {
  let nowMs = Date.parse(time);
  const slow: { operation?: 'read' | 'write'; minutes: number } = { minutes: 0 };
  const clock = { ...realClock, now: () => nowMs, sleep: () => Promise.resolve() };
  const takesTime = (operation: 'read' | 'write') => {
    if (slow.operation !== operation) return false;
    delete slow.operation;
    nowMs += slow.minutes * MINUTE_MS;
    return true;
  };
  const ledger: Ledger = {
    ...store.ledger,
    read(...args) {
      takesTime('read');
      return store.ledger.read(...args);
    },
    // After this time another writer was first.
    write: (...args) => (takesTime('write') ? Promise.resolve(undefined) : store.ledger.write(...args)),
  };
  return {
    otherUsage: otherTokenUsage({ ledger, clock, random: realRandom, telemetry: recordingTelemetry() }),
    slow,
  };
}

test.each(['read', 'write'] as const)(
  'tokens count in the hour in which they are stored, even if a %s took longer',
  async (operation) => {
    const { otherUsage, slow } = at('2026-11-20T17:58:00.000Z');
    await otherUsage.add('tests', SPENT);
    Object.assign(slow, { operation, minutes: 20 });
    await otherUsage.add('tests', SPENT);
    expect(await otherUsage.between(...EVER)).toMatchObject([
      { hour: '2026-11-20T17:00:00.000Z', inputTokens: 10 },
      { hour: '2026-11-20T18:00:00.000Z', inputTokens: 10 },
    ]);
    expect(await otherUsage.today()).toBe(30);
  },
);

test.each(['read', 'write'] as const)(
  'tokens count on the day on which they are stored, even if a %s took longer',
  async (operation) => {
    const { otherUsage, slow } = at('2026-11-20T23:58:00.000Z');
    Object.assign(slow, { operation, minutes: 20 });
    await otherUsage.add('tests', SPENT);
    expect(await otherUsage.today()).toBe(15);
    expect(await otherUsage.sumsOfToday()).toEqual({ inputTokens: 10, outputTokens: 5 });
    expect(await otherUsage.between(...EVER)).toMatchObject([
      { hour: '2026-11-21T00:00:00.000Z', purpose: 'tests', requests: 1, inputTokens: 10 },
    ]);
    expect(await store.ledger.read('tokens-beside', '2026-11-20')).toBeUndefined();
  },
);

test('the sums of a day include all purposes and no other day', async () => {
  await at('2026-11-19T23:59:00.000Z').otherUsage.add('tests', SPENT);
  const { otherUsage } = at('2026-11-20T09:00:00.000Z');
  expect(await otherUsage.sumsOfToday()).toEqual({ inputTokens: 0, outputTokens: 0 });
  await otherUsage.add('tests', SPENT);
  await at('2026-11-20T11:00:00.000Z').otherUsage.add('embedding', { ...SPENT, outputTokens: 0 });
  expect(await otherUsage.sumsOfToday()).toEqual({ inputTokens: 20, outputTokens: 5 });
});

test('a range of hours includes the hour at its start and not the one at its end', async () => {
  const hours = ['08', '09', '10', '11'].map((hour) => `2026-11-20T${hour}:00:00.000Z`);
  for (const hour of hours) await at(hour).otherUsage.add('tests', SPENT);
  const { otherUsage } = at('2026-11-20T12:00:00.000Z');
  const spent = await otherUsage.between('2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z');
  expect(spent.map(({ hour }) => hour)).toEqual(hours.slice(1, 3));
});

test('calls in one hour are added in all of their figures', async () => {
  const call = {
    ...{ requests: 1, inputTokens: 100, cachedInputTokens: 20, cacheWriteTokens: 30, outputTokens: 50 },
    ...{ cost: 0.25, unpricedCalls: 2 },
  };
  const { otherUsage } = at('2026-11-20T09:00:00.000Z');
  for (let calls = 0; calls < 2; calls++) await otherUsage.add('tests', call);
  const twice = Object.fromEntries(Object.entries(call).map(([name, value]) => [name, 2 * value]));
  expect(await otherUsage.between(...EVER)).toEqual([
    { hour: '2026-11-20T09:00:00.000Z', purpose: 'tests', ...twice },
  ]);
});
