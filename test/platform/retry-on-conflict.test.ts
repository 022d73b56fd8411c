import { describe, expect, test } from 'vitest';
import { retryOnConflict } from '../../src/platform/retry-on-conflict.ts';
import type { TelemetryEvent } from '../../src/ports.ts';
import { refusal } from '../support/refusal.ts';
import { realRandom } from '../support/ports/random.ts';
import { realClock } from '../support/clocks/real-clock.ts';

describe('an optimistic write', () => {
  const recorded: TelemetryEvent[] = [];
  const surroundings = {
    clock: { ...realClock, now: () => 0, sleep: () => Promise.resolve() },
    random: realRandom,
    telemetry: { record: (event: TelemetryEvent) => void recorded.push(event), close: async () => {} },
  };

  test('is repeated until it meets no other writer, and each conflict is counted', async () => {
    let rounds = 0;
    const result = await retryOnConflict('seats', surroundings, () => {
      rounds++;
      return Promise.resolve(rounds < 4 ? { written: false } : { written: true, result: 'mine' });
    });
    expect(result).toBe('mine');
    expect(recorded).toEqual([1, 2, 3].map((attempt) => ({ type: 'retry', operation: 'seats', attempt })));
  });

  test('that always meets a conflict fails with an error that asks to try again', async () => {
    let rounds = 0;
    const losing = retryOnConflict('seats', surroundings, () => {
      rounds++;
      return Promise.resolve({ written: false });
    });
    expect(await refusal(losing)).toBe('store-unavailable');
    expect(rounds).toBe(100);
  });
});
