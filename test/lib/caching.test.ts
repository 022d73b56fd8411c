import { describe, expect, test } from 'vitest';
import { lazy, lruCache, refreshedCache, ttlCache, ttlMap } from '../../src/lib/caching.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

describe('a lazy value', () => {
  test('is created on first use, once for all callers', async () => {
    let created = 0;
    const value = lazy(() => Promise.resolve(++created));
    expect(value.existing()).toBeUndefined();
    expect(await Promise.all([value(), value()])).toEqual([1, 1]);
    expect(await value.existing()).toBe(1);
  });

  test('forgets a failure, so that the next use tries again', async () => {
    let tries = 0;
    const value = lazy(() => (++tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve(tries)));
    await expect(value()).rejects.toThrow('away');
    expect(value.existing()).toBeUndefined();
    expect(await value()).toBe(2);
  });
});

describe('a cache of the least recently used', () => {
  test('drops the least recently used entry to make room', () => {
    const made: string[] = [];
    const cached = lruCache<string>(2);
    const use = (key: string) => cached(key, () => (made.push(key), key));
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) use(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });
});

describe('a map whose entries expire', () => {
  test('drops an entry when its time is over', () => {
    const clock = manualClock();
    const map = ttlMap<number>({ clock, ttlMs: 1_000 });
    map.set('usual', 1);
    map.set('longer', 2, 2_000);
    clock.advance(999);
    expect([map.get('usual'), map.get('longer')]).toEqual([1, 2]);
    clock.advance(1);
    expect([map.get('usual'), map.get('longer')]).toEqual([undefined, 2]);
  });

  test('drops the oldest entries to stay below its weight limit', () => {
    const map = ttlMap<number>({ clock: manualClock(), ttlMs: 1_000, max: 10, weightOf: (value) => value });
    for (const [key, weight] of Object.entries({ a: 4, b: 4, c: 2 })) map.set(key, weight);
    expect(['a', 'b', 'c'].map(map.get)).toEqual([4, 4, 2]);
    map.set('d', 5);
    expect(['a', 'b', 'c', 'd'].map(map.get)).toEqual([undefined, undefined, 2, 5]);
    map.delete('d');
    map.set('e', 8);
    expect(['c', 'e'].map(map.get)).toEqual([2, 8]);
  });

  test('drops the oldest entry to stay below its entry limit', () => {
    const map = ttlMap<number>({ clock: manualClock(), ttlMs: 1_000, max: 2 });
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
  });
});

describe('a cache of loaded values', () => {
  function counting() {
    const clock = manualClock();
    let loads = 0;
    const cache = ttlCache<number>({ clock, ttlMs: 1_000 });
    return { clock, cache, load: () => Promise.resolve(++loads) };
  }

  test('loads once for concurrent callers, and again after the time is over', async () => {
    const { clock, cache, load } = counting();
    expect(await Promise.all([cache.get('key', load), cache.get('key', load)])).toEqual([1, 1]);
    expect(await cache.get('other', load)).toBe(2);
    clock.advance(1_000);
    expect(await cache.get('key', load)).toBe(3);
  });

  test('does not keep a failed load', async () => {
    const { cache, load } = counting();
    await expect(cache.get('key', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('key', load)).toBe(1);
  });

  test('keeps a value for the time that its load asks for', async () => {
    const { clock, cache, load } = counting();
    const brief = (keepFor: (ttlMs: number) => void) => (keepFor(10), load());
    expect(await cache.get('key', brief)).toBe(1);
    clock.advance(9);
    expect(await cache.get('key', load)).toBe(1);
    clock.advance(1);
    expect(await cache.get('key', (keepFor) => (keepFor(0), load()))).toBe(2);
    expect(await cache.get('key', load)).toBe(3);
  });

  test('returns a value that was set, and drops all values when it is cleared', async () => {
    const { cache, load } = counting();
    cache.set('key', 40);
    expect(await cache.get('key', load)).toBe(40);
    cache.clear();
    expect(await cache.get('key', load)).toBe(1);
  });
});

describe('a refreshed cache', () => {
  function started() {
    const clock = manualClock();
    const failures: unknown[] = [];
    const background = {
      run: (work: Promise<unknown>) => void work.catch((error: unknown) => failures.push(error)),
    };
    const cache = refreshedCache<number>({ clock, freshMs: 15_000, maxAgeMs: 60_000, background });
    const loads: PromiseWithResolvers<number>[] = [];
    const load = () => {
      const pending = Promise.withResolvers<number>();
      loads.push(pending);
      return pending.promise;
    };
    return { clock, cache, loads, load, failures };
  }

  test('lets the first callers wait for one load, and returns the last value during a refresh', async () => {
    const { clock, cache, loads, load } = started();
    const first = [cache.get('a', load), cache.get('a', load)];
    loads[0]?.resolve(1);
    expect(await Promise.all(first)).toEqual([1, 1]);
    clock.advance(14_999);
    expect(await cache.get('a', load)).toBe(1);
    expect(loads).toHaveLength(1);
    clock.advance(1);
    expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
    expect(loads).toHaveLength(2);
    loads[1]?.resolve(2);
    await expect.poll(() => cache.get('a', load)).toBe(2);
  });

  test('lets callers wait again if the last value is too old', async () => {
    const { clock, cache, loads, load } = started();
    const first = cache.get('a', load);
    loads[0]?.resolve(1);
    await first;
    clock.advance(60_001);
    const second = cache.get('a', load);
    loads[1]?.resolve(2);
    expect(await second).toBe(2);
  });

  test('keeps the value after a failed refresh, and retries after a while', async () => {
    const { clock, cache, loads, load, failures } = started();
    const first = cache.get('a', load);
    loads[0]?.resolve(1);
    await first;
    clock.advance(15_000);
    expect(await cache.get('a', load)).toBe(1);
    loads[1]?.reject(new Error('away'));
    await expect.poll(() => failures).toHaveLength(1);
    expect(await cache.get('a', load)).toBe(1);
    expect(loads).toHaveLength(2);
    clock.advance(15_000);
    expect(await cache.get('a', load)).toBe(1);
    expect(loads).toHaveLength(3);
  });

  test('drops a forgotten value and the result of its pending load', async () => {
    const { cache, loads, load } = started();
    const old = cache.get('a', load);
    cache.forget('a');
    const fresh = cache.get('a', load);
    loads[1]?.resolve(2);
    expect(await fresh).toBe(2);
    loads[0]?.resolve(1);
    expect(await old).toBe(1);
    expect(await cache.get('a', load)).toBe(2);
  });

  test('returns the latest value without waiting', async () => {
    const { cache, loads, load } = started();
    expect(cache.latest('a', load)).toBeUndefined();
    loads[0]?.resolve(1);
    await expect.poll(() => cache.latest('a', load)).toBe(1);
    expect(loads).toHaveLength(1);
  });
});
