import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import type { Counters } from '../../src/ports.ts';
import { rateGate } from '../../src/services/chat/rate-gate.ts';
import { heardTelemetry } from '../support/heard-telemetry.ts';
import { manualClock } from '../support/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

const LIMITS = { sessionMessages: 20, sessionReads: 20, ipMessages: 60, ipReads: 300 };

/** A store of counters in memory; `told` is what each instance told it, in order. */
function memoryCounters() {
  const counts = new Map<string, { count: number; windowEndsAtMs: number }>();
  const told: { key: string; hits: number }[] = [];
  const counters: Counters = {
    hit(keys, windowMs, nowMs, hits = 1) {
      const states = keys.map((key) => {
        told.push({ key, hits });
        const before = counts.get(key);
        const open = before && nowMs < before.windowEndsAtMs ? before : undefined;
        const state = {
          count: (open?.count ?? 0) + hits,
          windowEndsAtMs: open?.windowEndsAtMs ?? nowMs + windowMs,
        };
        counts.set(key, state);
        return state;
      });
      return Promise.resolve(states);
    },
  };
  return { counters, told };
}

/** Whether a call passes; false where it is beyond its limit. */
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
  let clock: ReturnType<typeof manualClock>;
  let store: ReturnType<typeof memoryCounters>;
  let telemetry: ReturnType<typeof heardTelemetry>;
  beforeEach(() => {
    clock = manualClock();
    store = memoryCounters();
    telemetry = heardTelemetry();
  });
  const gate = (counters = store.counters, hashKey = () => Promise.resolve('key')) =>
    rateGate({ counters, hashKey, limits: LIMITS, clock, telemetry });
  const warnings = () => telemetry.events.filter(({ type }) => type === 'warning').length;

  it('passes exactly the limit, tells the store in steps, and refuses without asking it', async () => {
    const { session } = gate();
    for (let call = 0; call < 20; call++) await session('a');
    expect(store.told.map(({ hits }) => hits)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(await refusal(session('a'))).toBe('rate-limited');
    expect(store.told).toHaveLength(6);
    clock.advance(60_000);
    await session('a');
  });

  it('counts what other instances told the store', async () => {
    const [one, two] = [gate(), gate()];
    let passed = 0;
    for (let call = 0; call < 60; call++) {
      if (await passes((call % 2 ? one : two).session('a'))) passed++;
    }
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThanOrEqual(22);
  });

  it('shows the store neither an address nor a session', async () => {
    const { client } = gate();
    for (let call = 0; call < 7; call++) await client('messages', '203.0.113.9');
    expect(store.told).toHaveLength(1);
    expect(JSON.stringify(store.told)).not.toContain('203.0.113.9');
  });

  it('lets calls pass while the store cannot count, asks it again only later, and says so', async () => {
    let asked = 0;
    const away = {
      hit: () => {
        asked++;
        return Promise.reject(new AppError('store-unavailable'));
      },
    };
    const { session } = gate(away);
    for (let call = 0; call < 8; call++) await session('a');
    expect([asked, warnings()]).toEqual([1, 6]);
    clock.advance(5_000);
    await session('a');
    expect(asked).toBe(2);
  });

  it('waits a second at most for a store or a key that hangs', async () => {
    const never = () => new Promise<never>(() => undefined);
    for (const hanging of [gate({ hit: never }), gate(store.counters, never)]) {
      await hanging.session('a');
      await hanging.session('a');
      const third = hanging.session('a');
      await vi.waitUntil(() => clock.sleeping() > 0);
      clock.advance(1_000);
      await third;
    }
    expect(warnings()).toBe(2);
  });

  it('decides calls that come at once by one count', async () => {
    const { wrongKey } = gate();
    const calls = await Promise.all(Array.from({ length: 30 }, () => passes(wrongKey('203.0.113.9'))));
    expect(calls.filter(Boolean)).toHaveLength(10);
  });
});
