import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { nowIso } from '../../src/lib/fields.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import type { Counters } from '../../src/ports.ts';
import { rateGate } from '../../src/platform/rate-gate.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { memoryCounters } from '../support/parts/memory-counters.ts';
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

  it('allows exactly the limit, reports in steps, and refuses without a call of the store', async () => {
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
  ])('reports messages of an address with a limit of %i in steps of a tenth', async (limit, reports) => {
    const { client } = gate(store.counters, undefined, { ...LIMITS, ipMessages: limit });
    for (let call = 0; call < limit; call++) await client('messages', ADDRESS);
    expect(await refusal(client('messages', ADDRESS))).toBe('rate-limited');
    expect(store.reports.map(({ hits }) => hits)).toEqual(reports);
  });

  it('includes calls that other instances reported to the store', async () => {
    const [one, two] = [gate(), gate()];
    let passed = 0;
    for (let call = 0; call < 120; call++) {
      if (await passes((call % 2 ? one : two).client('messages', ADDRESS))) passed++;
    }
    expect(passed).toBeGreaterThanOrEqual(60);
    expect(passed).toBeLessThanOrEqual(66);
  });

  it('sends neither an address nor a session to the store', async () => {
    const { client } = gate();
    for (let call = 0; call < 7; call++) await client('messages', ADDRESS);
    expect(store.reports).toHaveLength(1);
    expect(JSON.stringify(store.reports)).not.toContain(ADDRESS);
  });

  it('allows calls while the store fails, pauses its reports, and logs a warning', async () => {
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

  it('waits at most a second for a store or a key that hangs', async () => {
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
    'keeps a limit of %i across two instances whose first reports are late',
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

  it('counts the messages of a session in its record, exactly across instances, without counters in the store', async () => {
    const [one, two] = [gate(), gate()];
    let session = startSession('a', nowIso(clock));
    for (let message = 0; message < 20; message++) {
      session = (message % 2 ? one : two).withMessageCounted(session);
    }
    for (const { withMessageCounted } of [one, two]) {
      expect(await refusal(Promise.resolve(session).then(withMessageCounted))).toBe('rate-limited');
    }
    expect(await passes(Promise.resolve('a').then(one.session))).toBe(false);
    clock.advance(60_000);
    one.session('a');
    expect(one.withMessageCounted(session).messageWindow).toMatchObject({ count: 1 });
    expect(store.reports).toEqual([]);
  });

  it('limits the calls of a session on an instance to its limit of messages, including repeats', async () => {
    const { session } = gate();
    for (let call = 0; call < 20; call++) session('a');
    expect(await passes(Promise.resolve('a').then(session))).toBe(false);
  });

  it('uses one count for simultaneous calls', async () => {
    const { wrongKey } = gate();
    const calls = await Promise.all(Array.from({ length: 30 }, () => passes(wrongKey('203.0.113.9'))));
    expect(calls.filter(Boolean)).toHaveLength(10);
  });
});
