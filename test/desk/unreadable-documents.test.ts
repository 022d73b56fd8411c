import { expect, it } from 'vitest';
import { totalsOf } from '../../src/spending/rules/spending.ts';
import { cannedReplies } from '../../src/desk/canned-replies.ts';
import { colleagues } from '../../src/availability/colleagues.ts';
import { otherTokenUsage } from '../../src/spending/other-token-usage.ts';
import { tokenWindows } from '../../src/publisher/token-windows.ts';
import { openWidgets } from '../../src/widgets/open-widgets.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const HOUR_MS = 3_600_000;
const noBackground = { run: () => undefined, settled: () => Promise.resolve() };
type Ports = ReturnType<typeof opened>['ports'];
const store = freshFixture(() => openSqlite());

function opened() {
  const clock = manualClock(Date.parse('2026-11-20T17:24:00.000Z'));
  const ports = { clock, random: realRandom, telemetry: recordingTelemetry(), ledger: store.ledger };
  const otherUsage = otherTokenUsage(ports);
  return {
    clock,
    otherUsage,
    ports,
    windows: tokenWindows({ ...ports, store: store.conversations, otherUsage }),
    spend: (inputTokens: number) =>
      otherUsage.add('tests', totalsOf({ inputTokens, outputTokens: 0, cachedInputTokens: 0 }, 0)),
  };
}

it('an unreadable state of the token windows starts again with the current hour', async () => {
  await store.ledger.write('last-reports', 'tokens', { next: 5 }, 'absent');
  const { clock, windows, spend } = opened();
  expect(await windows.due()).toBeUndefined();
  await spend(7);
  clock.advance(3 * HOUR_MS);
  expect(await windows.due()).toEqual({
    windowStart: '2026-11-20T17:00:00.000Z',
    inputTokens: 7,
    outputTokens: 0,
  });
});

it('an unreadable day of token usage does not hide other days', async () => {
  await store.ledger.write('tokens-beside', '2026-11-19', 'broken', 'absent');
  const { otherUsage, spend } = opened();
  await spend(7);
  const days = await otherUsage.between('2026-11-19T00:00:00.000Z', '2026-11-21T00:00:00.000Z');
  expect(days.map(({ inputTokens }) => inputTokens)).toEqual([7]);
});

it.each([
  ['colleagues', 'agents', (ports: Ports) => colleagues({ ...ports, background: noBackground }).listAll()],
  ['canned replies', 'canned-replies', (ports: Ports) => cannedReplies(ports).list()],
  ['widgets', 'widgets', (ports: Ports) => openWidgets(ports).records.list()],
] as const)('an unreadable record among the %s does not hide the others', async (_what, kind, list) => {
  const ports = opened().ports;
  await store.ledger.write(kind, 'broken', 'broken', 'absent');
  expect(await list(ports)).toEqual([]);
});
