import { describe, expect, test, vi } from 'vitest';
import {
  endWithin,
  keyedMutex,
  RequestBudgetError,
  singleFlight,
  withTimeout,
} from '../../src/lib/concurrency.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

describe('a mutex per key', () => {
  test('runs work on one key one after the other, in the order of the calls', async () => {
    const oneAtATime = keyedMutex();
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

  test('runs work on different keys concurrently', async () => {
    const oneAtATime = keyedMutex();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const slow = oneAtATime('one', () => held);
    expect(await oneAtATime('other', () => Promise.resolve('done'))).toBe('done');
    letGo();
    await slow;
  });

  test('continues after failed work, whose error only its caller gets', async () => {
    const oneAtATime = keyedMutex();
    const failing = oneAtATime('key', () => Promise.reject(new Error('broken')));
    const next = oneAtATime('key', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});

describe('single-flight with a trailing run', () => {
  test('has one run at a time, even for a call between two runs', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const refresh = singleFlight(async () => {
      running++;
      runs++;
      most = Math.max(most, running);
      await Promise.resolve();
      running--;
      return runs;
    });
    const first = refresh();
    const second = refresh();
    const calls: Promise<number>[] = [];
    // A call in each microtask around the end of the first run.
    for (let step = 0; step < 12; step++) {
      await Promise.resolve();
      calls.push(refresh());
    }
    await Promise.all([first, second, ...calls]);
    expect(most).toBe(1);
  });

  test('runs again after a failed run', async () => {
    const outcomes = [() => Promise.reject(new Error('broken')), () => Promise.resolve('done')];
    const refresh = singleFlight(() => outcomes.shift()?.() ?? Promise.resolve('again'));
    const [failed, next] = [refresh(), refresh()];
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(await refresh()).toBe('again');
  });
});

describe('work with a time-out', () => {
  test('returns its result, and stops the timer without an abort', async () => {
    const clock = manualClock();
    let given: AbortSignal | undefined;
    const work = (signal: AbortSignal) => Promise.resolve(((given = signal), 'done'));
    expect(await withTimeout(clock, 1_000, work)).toBe('done');
    expect(clock.sleeping()).toBe(0);
    clock.advance(1_000);
    expect(given?.aborted).toBe(false);
  });

  test('fails when the time is over, with an aborted signal, even if the work ignores it', async () => {
    const clock = manualClock();
    let aborted: AbortSignal | undefined;
    const late = withTimeout(clock, 1_000, (signal) => {
      aborted = signal;
      return new Promise<never>(() => undefined);
    });
    clock.advance(1_000);
    await expect(late).rejects.toThrow('There was no answer in time.');
    expect(aborted?.aborted).toBe(true);
  });

  test('fails if the work throws synchronously, without an unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const failed = withTimeout(manualClock(), 1_000, () => {
      throw new Error('broken');
    });
    await expect(failed).rejects.toThrow('broken');
    // Node reports unhandled rejections before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('fails with a budget error if the request had less than half of the time-out left', async () => {
    const lateWith = (leftMs: number) => {
      const clock = manualClock();
      const late = withTimeout(
        { ...clock, remainingMs: () => leftMs },
        1_000,
        () => new Promise<never>(() => undefined),
      );
      clock.advance(leftMs);
      return late;
    };
    await expect(lateWith(499)).rejects.toBeInstanceOf(RequestBudgetError);
    await expect(lateWith(500)).rejects.not.toBeInstanceOf(RequestBudgetError);
  });
});

describe('a single flight with one trailing run', () => {
  test('lets calls during a run share the next run, even after a failure', async () => {
    const runs: PromiseWithResolvers<void>[] = [];
    const run = singleFlight(async () => {
      const held = Promise.withResolvers<void>();
      runs.push(held);
      await held.promise;
    });
    const first = run();
    const second = run();
    expect(run()).toBe(second);
    runs[0]?.reject(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await expect.poll(() => runs).toHaveLength(2);
    runs[1]?.resolve();
    await second;
    expect(run()).not.toBe(second);
    expect(runs).toHaveLength(3);
  });
});

describe('work with a time limit at shutdown', () => {
  test.each([
    ['ends', () => Promise.resolve('done')],
    ['fails', () => Promise.reject(new Error('broken'))],
  ])('resolves when it %s, and stops the timer', async (_name, work) => {
    const clock = manualClock();
    await endWithin(clock, 1_000, work);
    expect(clock.sleeping()).toBe(0);
  });

  test('resolves when its time is over', async () => {
    const clock = manualClock();
    const over = endWithin(clock, 1_000, () => new Promise<never>(() => undefined));
    clock.advance(1_000);
    await over;
  });
});
