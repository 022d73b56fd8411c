import { expect, test } from 'vitest';
import { MAX_BLOCKS } from '../../src/platform/rules/uploads.ts';
import { rateGate } from '../../src/platform/rate-gate.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { memoryCounters } from '../support/parts/memory-counters.ts';
import { refusal } from '../support/refusal.ts';

function gate() {
  const clock = manualClock();
  const telemetry = recordingTelemetry();
  return rateGate({
    counters: memoryCounters().counters,
    hashKey: () => Promise.resolve('key'),
    limits: { sessionMessages: 1, sessionReads: 1, ipMessages: 2, ipReads: 3 },
    clock,
    telemetry,
  });
}

test.each([
  ['messages', 200],
  ['reads', 300],
] as const)('callers without a known address share a window of %s', async (kind, limit) => {
  const { client } = gate();
  for (let call = 1; call <= limit; call++) await client(kind, undefined);
  expect(await refusal(client(kind, undefined))).toBe('rate-limited');
  await client(kind, '203.0.113.7');
});

test('wrong keys from unknown addresses share the window of a single address, separate from known addresses', async () => {
  const { wrongKey } = gate();
  for (let call = 1; call <= 10; call++) await wrongKey(undefined);
  expect(await refusal(wrongKey(undefined))).toBe('rate-limited');
  await wrongKey('203.0.113.7');
});

test('the blocks of a file have a separate limit of three times their number', async () => {
  const { blocks } = gate();
  for (let call = 1; call <= 3 * MAX_BLOCKS; call++) await blocks('one');
  expect(await refusal(blocks('one'))).toBe('rate-limited');
  await blocks('other');
});

test('a file may be completed ten times a minute, and an address may complete thirty files', async () => {
  const { completions } = gate();
  const own = '203.0.113.7';
  for (let call = 1; call <= 10; call++) await completions('a file', undefined);
  expect(await refusal(completions('a file', undefined))).toBe('rate-limited');
  for (let file = 1; file <= 30; file++) await completions(`file ${file}`, own);
  expect(await refusal(completions('another file', own))).toBe('rate-limited');
  await completions('another file', '203.0.113.8');
});
