import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import { nowIso } from '../../src/domain/iso-time.ts';
import { startSession } from '../../src/domain/session-messages.ts';
import type { Counters } from '../../src/ports.ts';
import { rateGate } from '../../src/services/platform/rate-gate.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/heard-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { memoryCounters } from './support/memory-counters.ts';
import { refusal } from '../support/refusal.ts';

const LIMITS = { sessionMessages: 20, sessionReads: 20, ipMessages: 60, ipReads: 300 };

/** Whether a call passes; false where it exceeds its limit. */
async function passes(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'rate-limited' });
    return false;
  }
}

describe('the rate gate of an instance', () => {
  const clock = freshFixture(() => manualClock());
  const store = freshFixture(() => memoryCounters());
  const telemetry = freshFixture(() => recordingTelemetry());
  const gate = (counters = store.counters, hashKey = () => Promise.resolve('key'), limits = LIMITS) =>
    rateGate({ counters, hashKey, limits, clock, telemetry });
  const warnings = () => telemetry.events.filter(({ type }) => type === 'warning').length;

  const ADDRESS = '203.0.113.9';

  it('passes exactly the limit, reports in steps, and refuses without asking the store', async () => {
    const { client } = gate();
    for (let call = 0; call < 60; call++) await client('messages', ADDRESS);
    expect(store.reports.map(({ hits }) => hits)).toEqual(Array<number>(8).fill(7));
    expect(await refusal(client('messages', ADDRESS))).toBe('rate-limited');
    expect(store.reports).toHaveLength(8);
    clock.advance(60_000);
    await client('messages', ADDRESS);
  });

  it.each([
    [9, [1, 1, 1, 1, 1, 1, 1, 1, 1]],
    [12, [2, 2, 2, 2, 2, 2]],
    [20, [3, 3, 3, 3, 3, 3]],
  ])('reports the messages of an address with a limit of %i in steps of a tenth', async (limit, reports) => {
    const { client } = gate(store.counters, undefined, { ...LIMITS, ipMessages: limit });
    for (let call = 0; call < limit; call++) await client('messages', ADDRESS);
    expect(await refusal(client('messages', ADDRESS))).toBe('rate-limited');
    expect(store.reports.map(({ hits }) => hits)).toEqual(reports);
  });

  it('counts what other instances reported to the store', async () => {
    const [one, two] = [gate(), gate()];
    let passed = 0;
    for (let call = 0; call < 120; call++) {
      if (await passes((call % 2 ? one : two).client('messages', ADDRESS))) passed++;
    }
    expect(passed).toBeGreaterThanOrEqual(60);
    expect(passed).toBeLessThanOrEqual(66);
  });

  it('shows the store neither an address nor a session', async () => {
    const { client } = gate();
    for (let call = 0; call < 7; call++) await client('messages', ADDRESS);
    expect(store.reports).toHaveLength(1);
    expect(JSON.stringify(store.reports)).not.toContain(ADDRESS);
  });

  it('lets calls pass while the store cannot count, asks it again only later, and says so', async () => {
    let asked = 0;
    const reject = () => {
      asked++;
      return Promise.reject(new AppError('store-unavailable'));
    };
    const { client, sessionReads } = gate({ hit: reject });
    for (let call = 0; call < 8; call++) await sessionReads('a');
    expect([asked, warnings()]).toEqual([1, 6]);
    clock.advance(5_000);
    await sessionReads('a');
    expect(asked).toBe(2);
    clock.advance(5_000);
    for (let call = 0; call < 7; call++) await client('messages', ADDRESS);
    expect(asked).toBe(3);
  });

  it('waits a second at most for a store or a key that hangs', async () => {
    const never = () => new Promise<never>(() => undefined);
    for (const hanging of [gate({ hit: never }), gate(store.counters, never)]) {
      await hanging.sessionReads('a');
      await hanging.sessionReads('a');
      const third = hanging.sessionReads('a');
      await expect.poll(() => clock.sleeping()).toBeGreaterThan(0);
      clock.advance(1_000);
      await third;
    }
    expect(warnings()).toBe(2);
  });

  it.each([50, 20, 300])(
    'keeps a limit of %i on two instances whose first counts come late',
    async (limit) => {
      const lateGate = () => {
        const connected = Promise.withResolvers<undefined>();
        const hit: Counters['hit'] = async (...of) => {
          await connected.promise;
          return await store.counters.hit(...of);
        };
        const { client } = gate({ ...store.counters, hit }, undefined, { ...LIMITS, ipReads: limit });
        return { client, connect: () => connected.resolve(undefined) };
      };
      const both = [lateGate(), lateGate()];
      let passed = 0;
      for (const { client, connect } of both) {
        for (let call = 0; call < limit / 10; call++) await client('reads', ADDRESS);
        const late = client('reads', ADDRESS);
        await expect.poll(() => clock.sleeping()).toBeGreaterThan(0);
        clock.advance(1_000);
        await late;
        passed += limit / 10 + 1;
        connect();
      }
      for (let call = 0; call < limit * 2; call++) {
        const at = both[call % 2];
        if (at && (await passes(at.client('reads', ADDRESS)))) passed++;
      }
      expect(passed).toBeGreaterThanOrEqual(limit);
      expect(passed).toBeLessThanOrEqual(limit + limit / 10);
    },
  );

  it('counts the messages of a session in the session, exactly for all instances, and asks no store', async () => {
    const [one, two] = [gate(), gate()];
    let session = startSession('a', nowIso(clock));
    for (let message = 0; message < 20; message++) session = (message % 2 ? one : two).message(session);
    for (const { message } of [one, two]) {
      expect(await refusal(Promise.resolve(session).then(message))).toBe('rate-limited');
    }
    expect(await passes(Promise.resolve('a').then(one.session))).toBe(false);
    clock.advance(60_000);
    one.session('a');
    expect(one.message(session).messageWindow).toMatchObject({ count: 1 });
    expect(store.reports).toEqual([]);
  });

  it('refuses an instance more calls of a session than it takes messages, repeats among them', async () => {
    const { session } = gate();
    for (let call = 0; call < 20; call++) session('a');
    expect(await passes(Promise.resolve('a').then(session))).toBe(false);
  });

  it('decides calls that come at once by one count', async () => {
    const { wrongKey } = gate();
    const calls = await Promise.all(Array.from({ length: 30 }, () => passes(wrongKey('203.0.113.9'))));
    expect(calls.filter(Boolean)).toHaveLength(10);
  });
});
