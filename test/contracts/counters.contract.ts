import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Counters } from '../../src/ports.ts';

/** The contract of every keeper of rate-limit windows. `open` gives one without any window. */
export function countersContract(
  name: string,
  open: () => Promise<{ counters: Counters; close(): Promise<void> }>,
): void {
  describe(`${name}, as a store of rate-limit windows`, () => {
    const NOW = Date.parse('2026-11-20T17:24:00.000Z');
    let counters: Counters;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ counters, close } = await open());
    });
    afterEach(() => close());

    it('starts a window with the first hit, and counts later hits in it', async () => {
      const window = { windowEndsAtMs: NOW + 60_000 };
      expect(await counters.hit(['a'], 60_000, NOW)).toEqual([{ count: 1, ...window }]);
      expect(await counters.hit(['a'], 60_000, NOW + 1)).toEqual([{ count: 2, ...window }]);
      expect(await counters.hit(['a'], 60_000, NOW + 59_999)).toEqual([{ count: 3, ...window }]);
    });

    it('starts a new window with the first hit at or after the end of the old window', async () => {
      await counters.hit(['a', 'b'], 60_000, NOW);
      for (const [key, atMs] of [
        ['a', NOW + 60_000],
        ['b', NOW + 3_600_000],
      ] as const) {
        expect(await counters.hit([key], 60_000, atMs)).toEqual([
          { count: 1, windowEndsAtMs: atMs + 60_000 },
        ]);
        expect(await counters.hit([key], 60_000, atMs)).toMatchObject([{ count: 2 }]);
      }
    });

    it('counts each key separately, and returns the counts in the order of the keys', async () => {
      await counters.hit(['b'], 60_000, NOW);
      const states = await counters.hit(['a', 'b', 'c', 'a'], 60_000, NOW + 1);
      expect(states.map(({ count }) => count)).toEqual([1, 2, 1, 2]);
      expect(await counters.hit([], 60_000, NOW)).toEqual([]);
    });

    it('adds several hits with one call, to an existing window and to a new one', async () => {
      expect(await counters.hit(['a'], 60_000, NOW, 6)).toMatchObject([{ count: 6 }]);
      expect(await counters.hit(['a', 'b'], 60_000, NOW + 1, 3)).toMatchObject([{ count: 9 }, { count: 3 }]);
      expect(await counters.hit(['a'], 60_000, NOW + 60_000, 2)).toMatchObject([{ count: 2 }]);
    });

    it('counts 60 hits that come at the same time exactly', async () => {
      const hits = Array.from({ length: 60 }, () => counters.hit(['a', 'b'], 60_000, NOW));
      const states = await Promise.all(hits);
      const inOrder = Array.from({ length: 60 }, (_, n) => n + 1);
      for (const key of [0, 1]) {
        const counts = states.map((pair) => pair[key]?.count ?? 0);
        expect(counts.toSorted((a, b) => a - b)).toEqual(inOrder);
      }
    });
  });
}
