import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScriptMessage } from '../../src/widgets/wire/widgets.ts';
import {
  afterClosed,
  afterOpened,
  afterShown,
  isForPage,
  type Memory,
  mergeMemories,
  messageFor,
  onNextPage,
  NO_MEMORY,
  readMemory,
} from '../../widget/launcher/proactive-rules.ts';

const NOW = Date.UTC(2026, 10, 20);
const MINUTE_MS = 60_000;
const message = (more: Partial<ScriptMessage> = {}): ScriptMessage => ({
  id: 'a',
  text: 'Need help?',
  seconds: 0,
  visitors: 'all',
  oncePer: 'visitor',
  ...more,
});
const FIRST = onNextPage(NO_MEMORY, NOW);
const later = (memory: Memory) => onNextPage(memory, NOW + 31 * MINUTE_MS);

describe('the page of a message', () => {
  it.each([
    [undefined, '/anything', true],
    ['/', '/', true],
    ['/', '/pricing', false],
    ['/pricing', '/pricing', true],
    ['/pricing', '/pricing/', true],
    ['/pricing/', '/pricing', true],
    ['/pricing', '/pricing/teams', false],
    ['/pricing', '/Pricing', false],
    ['/pricing*', '/pricing-2026', true],
    ['/blog/*', '/blog/a/b', true],
    ['/blog/*', '/blog', true],
    ['/blog/*', '/blogs', false],
    ['/*/cart', '/de/cart', true],
    ['/*/cart', '/cart', false],
    ['/a*a', '/a', false],
    ['/*a*b*', '/xxaxxbxx', true],
    ['/*a*b*', '/xxbxxaxx', false],
    ['/a.c', '/abc', false],
    ['/**', '/', true],
  ])('%s on %s: %s', (page, path, fits) => {
    expect(isForPage(page === undefined ? {} : { page }, path)).toBe(fits);
  });

  it('is matched like the equivalent regular expression', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 8 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
    fc.assert(
      fc.property(part, path, (pattern, at) => {
        const same = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        const other = at.endsWith('/') ? at.slice(0, -1) : `${at}/`;
        expect(isForPage({ page: pattern }, at)).toBe(same.test(at) || same.test(other));
      }),
    );
  });

  it('is matched in linear time in a path of a million characters', () => {
    const page = `/${'*a'.repeat(99)}b`;
    expect(isForPage({ page }, `/${'a'.repeat(1e6)}`)).toBe(false);
  });
});

describe('the message that is shown', () => {
  const on = (memory: Memory, ...messages: ScriptMessage[]) =>
    messageFor(messages, '/pricing', 10, memory)?.id;

  it('is the first that matches', () => {
    const messages = [message({ page: '/other' }), message({ id: 'b' }), message({ id: 'c' })];
    expect(on(FIRST, ...messages)).toBe('b');
  });

  it.each([
    [10, 'a'],
    [11, undefined],
  ])('waits for %s seconds on the page', (seconds, shown) => {
    expect(on(FIRST, message({ seconds }))).toBe(shown);
  });

  it.each([
    ['first-visit', 'a', undefined],
    ['returning', undefined, 'a'],
    ['all', 'a', 'a'],
  ] as const)(
    'for the visitors %s is %s on the first visit and %s after it',
    (visitors, first, returning) => {
      expect(on(FIRST, message({ visitors }))).toBe(first);
      expect(on(later(FIRST), message({ visitors }))).toBe(returning);
    },
  );

  it.each([
    ['visitor', undefined, undefined],
    ['visit', undefined, 'a'],
  ] as const)(
    'once per %s is, after it was shown, %s in this visit and %s in the next',
    (oncePer, now, next) => {
      const shown = afterShown(FIRST, 'a');
      expect(on(shown, message({ oncePer }))).toBe(now);
      expect(on(later(shown), message({ oncePer }))).toBe(next);
      expect(on(shown, message({ oncePer }), message({ id: 'b' }))).toBe('b');
    },
  );

  it('is none for the rest of a visit in which one was closed, and the closed one never again', () => {
    const closed = afterClosed(afterShown(FIRST, 'a'), 'a');
    const messages = [message({ oncePer: 'visit' }), message({ id: 'b' })];
    expect(on(closed, ...messages)).toBeUndefined();
    expect(on(later(closed), ...messages)).toBe('b');
    expect(on(later(later(closed)), message({ oncePer: 'visit' }))).toBeUndefined();
  });

  it('is none for the rest of a visit in which the chat was opened, where its text is remembered', () => {
    const opened = afterOpened(FIRST, 'Need help?');
    expect(on(opened, message())).toBeUndefined();
    expect(afterOpened(opened).opening).toBe('Need help?');
    expect(on(later(opened), message())).toBe('a');
    expect(later(opened).opening).toBe('');
  });
});

describe('a visit', () => {
  it('continues from page to page and ends after half an hour without a page', () => {
    const second = onNextPage(FIRST, NOW + 29 * MINUTE_MS);
    const third = onNextPage(second, NOW + 58 * MINUTE_MS);
    expect(third.returning).toBe(false);
    expect(onNextPage(third, NOW + 89 * MINUTE_MS).returning).toBe(true);
  });

  it('ends at worst when the clock jumps, and closed messages stay closed', () => {
    const jump = fc.integer({ min: -1e13, max: 1e13 });
    fc.assert(
      fc.property(fc.array(jump, { maxLength: 20 }), (jumps) => {
        let memory = afterClosed(afterShown(FIRST, 'a'), 'a');
        for (const ms of jumps) memory = onNextPage(memory, NOW + ms);
        expect(on(memory)).toBeUndefined();
        expect(onNextPage(memory, memory.seenAt + 1).returning).toBe(memory.returning);
      }),
    );
    function on(memory: Memory) {
      return messageFor([message({ oncePer: 'visit' })], '/', 0, memory);
    }
  });

  it('is stored in bounded space', () => {
    let memory = FIRST;
    for (let id = 0; id < 200; id++) memory = afterClosed(afterShown(memory, `${id}`), `${id}`);
    expect(memory.shown).toHaveLength(50);
    expect(memory.closed.at(-1)).toBe('199');
    expect(afterShown(memory, '180').shown).toHaveLength(50);
  });
});

describe('two tabs', () => {
  it('share one memory, so a message closed in either stays closed, even if their clocks differ', () => {
    const mine = afterClosed(afterShown(FIRST, 'a'), 'a');
    for (const seenAt of [NOW - MINUTE_MS, NOW, NOW + MINUTE_MS]) {
      const other = afterShown({ ...FIRST, seenAt }, 'b');
      for (const memory of [mergeMemories(mine, other), mergeMemories(other, mine)]) {
        expect([memory.closed, memory.shown.toSorted()]).toEqual([['a'], ['a', 'b']]);
        expect(memory.seenAt).toBe(Math.max(NOW, seenAt));
      }
    }
  });

  it('ignore invalid data that another script of the site has stored', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (fields) => {
        const memory = readMemory(fields);
        expect(mergeMemories(FIRST, memory).shown.every((id) => typeof id === 'string')).toBe(true);
        expect(readMemory({ ...memory })).toEqual(memory);
      }),
    );
    expect(readMemory({ shown: 7, closed: [1, 'a', ''], seenAt: 'x' })).toEqual({
      ...NO_MEMORY,
      closed: ['a'],
    });
  });
});
