import { describe, expect, test, vi } from 'vitest';
import {
  endWithin,
  keyedMutex,
  RequestBudgetError,
  singleFlight,
  withTimeout,
} from '../../src/domain/concurrency.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

describe('a mutex per key', () => {
  test('lets work on one key through one at a time, in the order in which it came', async () => {
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

  test('does not make work on another key wait', async () => {
    const oneAtATime = keyedMutex();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const slow = oneAtATime('one', () => held);
    expect(await oneAtATime('other', () => Promise.resolve('done'))).toBe('done');
    letGo();
    await slow;
  });

  test('goes on after work that failed, and tells only its own caller', async () => {
    const oneAtATime = keyedMutex();
    const failing = oneAtATime('key', () => Promise.reject(new Error('broken')));
    const next = oneAtATime('key', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});

describe('single-flight with a trailing run', () => {
  test('has one run at a time, also for a call between the end of a run and the start of the next', async () => {
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

  test('goes on after a run that failed', async () => {
    const outcomes = [() => Promise.reject(new Error('broken')), () => Promise.resolve('done')];
    const refresh = singleFlight(() => outcomes.shift()?.() ?? Promise.resolve('again'));
    const [failed, next] = [refresh(), refresh()];
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(await refresh()).toBe('again');
  });
});

describe('work with a time-out', () => {
  test('gives its result, and stops the timer without an abort', async () => {
    const clock = manualClock();
    let given: AbortSignal | undefined;
    const work = (signal: AbortSignal) => Promise.resolve(((given = signal), 'done'));
    expect(await withTimeout(clock, 1_000, work)).toBe('done');
    expect(clock.sleeping()).toBe(0);
    clock.advance(1_000);
    expect(given?.aborted).toBe(false);
  });

  test('fails when the time is over, with an aborted signal, also where the work ignores it', async () => {
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

  test('fails as work does that throws at once, and leaves no rejection behind', async () => {
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

  test('fails by its name where the request had left less than half of the time-out', async () => {
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
  test('calls during a run share the next one, also after a failure', async () => {
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

describe('work at a shutdown', () => {
  test.each([
    ['ends', () => Promise.resolve('done')],
    ['fails', () => Promise.reject(new Error('broken'))],
  ])('is over when it %s, and stops the timer', async (_name, work) => {
    const clock = manualClock();
    await endWithin(clock, 1_000, work);
    expect(clock.sleeping()).toBe(0);
  });

  test('is over when its time is', async () => {
    const clock = manualClock();
    const over = endWithin(clock, 1_000, () => new Promise<never>(() => undefined));
    clock.advance(1_000);
    await over;
  });
});
