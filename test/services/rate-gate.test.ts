import { expect, test } from 'vitest';
import { rateGate } from '../../src/services/chat/rate-gate.ts';
import { heardTelemetry } from '../support/heard-telemetry.ts';
import { manualClock } from '../support/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

function gate() {
  const clock = manualClock();
  const counts = new Map<string, number>();
  return rateGate({
    counters: {
      hit: (keys, windowMs, nowMs, hits = 1) =>
        Promise.resolve(
          keys.map((key) => {
            const count = (counts.get(key) ?? 0) + hits;
            counts.set(key, count);
            return { count, windowEndsAtMs: nowMs + windowMs };
          }),
        ),
    },
    hashKey: () => Promise.resolve('key'),
    limits: { sessionMessages: 1, sessionReads: 1, ipMessages: 2, ipReads: 3 },
    clock,
    telemetry: heardTelemetry(),
  });
}

test.each([
  ['messages', 200],
  ['reads', 300],
] as const)('callers without a known address share a wide window of %s', async (kind, limit) => {
  const { client } = gate();
  for (let call = 1; call <= limit; call++) await client(kind, undefined);
  expect(await refusal(client(kind, undefined))).toBe('rate-limited');
  await client(kind, '203.0.113.7');
});

test('wrong keys from unknown addresses are bounded, and take no known address with them', async () => {
  const { wrongKey } = gate();
  for (let call = 1; call <= 1_000; call++) await wrongKey(undefined);
  expect(await refusal(wrongKey(undefined))).toBe('rate-limited');
  await wrongKey('203.0.113.7');
});
