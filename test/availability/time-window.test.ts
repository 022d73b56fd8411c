import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { before, bucketsOf, contains, since, windowUpTo } from '../../src/availability/rules/time-window.ts';

const NOW = Date.parse('2026-11-20T17:24:00.000Z');
const HOUR_MS = 3_600_000;

test('a window ends with the current hour', () => {
  const end = '2026-11-20T18:00:00.000Z';
  expect(windowUpTo('24h', NOW)).toEqual({ start: '2026-11-19T18:00:00.000Z', end });
  expect(windowUpTo('7d', NOW)).toEqual({ start: '2026-11-13T18:00:00.000Z', end });
  expect(windowUpTo('24h', Date.parse(end)).end).toBe('2026-11-20T19:00:00.000Z');
});

test('a list starts exactly one window ago, or at the beginning', () => {
  expect(since('24h', NOW)).toBe('2026-11-19T17:24:00.000Z');
  expect(since('7d', NOW)).toBe('2026-11-13T17:24:00.000Z');
  expect(since('all', NOW)).toBeUndefined();
});

test('the previous window has the same length and ends where the window starts', () => {
  const start = '2026-11-18T18:00:00.000Z';
  expect(before(windowUpTo('24h', NOW))).toEqual({ start, end: '2026-11-19T18:00:00.000Z' });
});

test('a span contains its start and not its end', () => {
  const span = windowUpTo('24h', NOW);
  expect([contains(span, span.start), contains(span, span.end)]).toEqual([true, false]);
});

describe('the buckets of a window', () => {
  test.each([
    ['24h', 1, 24],
    ['24h', 24, 1],
    ['24h', 6, 4],
    ['7d', 24, 7],
    ['7d', 168, 1],
    ['7d', 1, 168],
    ['24h', 7, 4],
  ] as const)('of %s in steps of %i hours are %i in number', (window, hours, count) => {
    expect(bucketsOf(windowUpTo(window, NOW), hours)).toHaveLength(count);
  });

  test('are complete up to the newest if they do not divide the window evenly', () => {
    const [oldest, ...others] = bucketsOf(windowUpTo('24h', NOW), 7);
    expect(oldest).toEqual({ start: '2026-11-19T18:00:00.000Z', end: '2026-11-19T21:00:00.000Z' });
    expect(others.at(-1)).toEqual({ start: '2026-11-20T11:00:00.000Z', end: '2026-11-20T18:00:00.000Z' });
  });

  test('follow one another without a gap from its start to its end', () => {
    const cases = fc.record({
      window: fc.constantFrom('24h' as const, '7d' as const),
      hours: fc.integer({ min: 1, max: 168 }),
      now: fc.integer({ min: 0, max: 4e12 }),
    });
    fc.assert(
      fc.property(cases, ({ window, hours, now }) => {
        const span = windowUpTo(window, now);
        const buckets = bucketsOf(span, hours);
        expect(buckets[0]?.start).toBe(span.start);
        expect(buckets.at(-1)?.end).toBe(span.end);
        for (const [index, { start, end }] of buckets.entries()) {
          if (index > 0) expect(start).toBe(buckets[index - 1]?.end);
          const lengthMs = Date.parse(end) - Date.parse(start);
          expect(lengthMs).toBeGreaterThan(0);
          expect(lengthMs).toBeLessThanOrEqual(hours * HOUR_MS);
        }
      }),
    );
  });
});
