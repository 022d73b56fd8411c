import { describe, expect, test } from 'vitest';
import { optimistically } from '../../src/services/platform/optimistic.ts';
import { turnstile } from '../../src/services/platform/turnstile.ts';
import type { TelemetryEvent } from '../../src/ports.ts';
import { refusal } from '../support/refusal.ts';
import { realRandom } from '../support/real-random.ts';

describe('a turnstile', () => {
  test('lets work on one key through one at a time, in the order in which it came', async () => {
    const oneAtATime = turnstile();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      return name;
    };
    const names = ['first', 'second', 'third'];
    expect(await Promise.all(names.map((name) => oneAtATime('key', work(name))))).toEqual(names);
    expect(steps).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  test('does not make work on another key wait', async () => {
    const oneAtATime = turnstile();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const slow = oneAtATime('one', () => held);
    expect(await oneAtATime('other', () => Promise.resolve('done'))).toBe('done');
    letGo();
    await slow;
  });

  test('goes on after work that failed, and tells only its own caller', async () => {
    const oneAtATime = turnstile();
    const failing = oneAtATime('key', () => Promise.reject(new Error('broken')));
    const next = oneAtATime('key', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});

describe('an optimistic write', () => {
  const recorded: TelemetryEvent[] = [];
  const surroundings = {
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    random: realRandom,
    telemetry: { record: (event: TelemetryEvent) => void recorded.push(event), close: async () => {} },
  };

  test('is tried again until nobody else wrote in between, and each loss is counted', async () => {
    let rounds = 0;
    const result = await optimistically('seats', surroundings, () => {
      rounds++;
      return Promise.resolve(rounds < 4 ? { written: false } : { written: true, result: 'mine' });
    });
    expect(result).toBe('mine');
    expect(recorded).toEqual([1, 2, 3].map((attempt) => ({ type: 'retry', operation: 'seats', attempt })));
  });

  test('that always loses ends with an error that says to come again', async () => {
    let rounds = 0;
    const losing = optimistically('seats', surroundings, () => {
      rounds++;
      return Promise.resolve({ written: false });
    });
    expect(await refusal(losing)).toBe('store-unavailable');
    expect(rounds).toBe(100);
  });
});
