import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterReport,
  countCall,
  reportEvery,
  retryAfterSeconds,
  WINDOW_MS,
  type RateWindow,
} from '../../src/platform/rules/rate-limit.ts';

const NOW = 1_000_000;

describe('a rate limit that an instance counts in memory', () => {
  it.each([
    [1, 0],
    [9, 0],
    [10, 1],
    [20, 2],
    [60, 6],
    [300, 30],
  ])('of %i lets an instance keep %i unreported calls', (limit, calls) => {
    expect(reportEvery(limit)).toBe(calls);
  });

  it('starts a window at the first call, and the next one at the first call after its end', () => {
    const first = countCall(undefined, { limit: 20 }, NOW);
    expect(first).toEqual({
      window: { reported: 0, unreported: 1, endsAtMs: NOW + WINDOW_MS },
      verdict: 'pass',
    });
    const spent = { reported: 20, unreported: 0, endsAtMs: NOW + WINDOW_MS };
    expect(countCall(spent, { limit: 20 }, NOW + WINDOW_MS - 1).verdict).toBe('refuse');
    expect(countCall(spent, { limit: 20 }, NOW + WINDOW_MS)).toMatchObject({
      verdict: 'pass',
      window: { unreported: 1 },
    });
    expect(retryAfterSeconds(spent, NOW + 1)).toBe(60);
    expect(retryAfterSeconds(spent, NOW + WINDOW_MS + 5)).toBe(1);
  });

  it('allows N instances together at most the limit and N - 1 tenths of it, in any order of reports', () => {
    const calls = fc.array(fc.nat(4), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 5 }),
        calls,
        (limit, n, callers) => {
          const known: (RateWindow | undefined)[] = [];
          const stored = { count: 0, windowEndsAtMs: NOW + WINDOW_MS };
          let passed = 0;
          for (const caller of callers) {
            const instance = caller % n;
            const { window, verdict } = countCall(known[instance], { limit }, NOW);
            known[instance] = window;
            if (verdict === 'pass') passed++;
            if (verdict !== 'report') continue;
            stored.count += window.unreported;
            const told = afterReport(stored, limit);
            known[instance] = told.window;
            if (told.verdict === 'pass') passed++;
          }
          expect(passed).toBeLessThanOrEqual(limit + (n - 1) * (limit / 10));
          // A single instance passes exactly the limit.
          if (n === 1) expect(passed).toBe(Math.min(limit, callers.length));
        },
      ),
      { numRuns: 500 },
    );
  });
});
