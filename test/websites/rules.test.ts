import { describe, expect, test } from 'vitest';
import { pagePatternLimits, pagePatternOf } from '../../src/websites/rules/page-patterns.ts';
import { isChosenLanguage, languageTag } from '../../src/websites/rules/languages.ts';
import { intervalOf, isBusy, paceAfter, paceOf, type Pace } from '../../src/websites/rules/pace.ts';
import { pageDocument } from '../../src/websites/rules/page-document.ts';
import { sameTexts } from '../../src/websites/rules/same-text.ts';
import { dateIn, statedDate } from '../../src/websites/rules/page-date.ts';
import { isUnchangedSince } from '../../src/websites/rules/unchanged.ts';

const at = (path: string) => `https://shop.example${path}`;

describe('an endless series of linked pages has a limit for each address pattern', () => {
  test('a calendar is limited, however its dates are written', () => {
    for (const path of [
      (month: number) =>
        `/calendar/20${20 + Math.floor(month / 12)}/${String((month % 12) + 1).padStart(2, '0')}`,
      (month: number) => `/calendar?month=20${20 + Math.floor(month / 12)}-${(month % 12) + 1}`,
      (month: number) =>
        `/events/20${20 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`,
    ]) {
      const isWithin = pagePatternLimits();
      const read = Array.from({ length: 100 }, (_, month) => isWithin(at(path(month))));
      expect(read.filter(Boolean)).toHaveLength(12);
    }
  });

  test('combined filters have a lower limit than pages of a list', () => {
    const limit = (path: string) => pagePatternOf(at(path))?.limit ?? Infinity;
    expect(limit('/shop?color=red&size=xl')).toBeLessThan(limit('/shop?color=red'));
    expect(limit('/shop?color=red')).toBeLessThan(limit('/blog?page=2'));
    expect(limit('/blog/page/2')).toBe(limit('/blog?page=2'));
  });

  test.each(['/', '/product/123', '/blog/2024/05/why-we-bake', '/a/b/c/d'])('%s has no limit', (path) => {
    expect(pagePatternOf(at(path))).toBeUndefined();
  });

  test('a path that repeats itself is not read', () => {
    expect(pagePatternOf(at('/a/b/a/b/a/b/a/b'))?.limit).toBe(0);
  });
});

describe('the request rate of a crawl', () => {
  const answered = (pace: Pace, tookMs: number | undefined, busy = false) =>
    paceAfter(pace, { tookMs, isBusy: busy });

  test('is two requests a second, or the Crawl-delay of robots.txt, up to half a minute', () => {
    expect([undefined, 10, 0, 86_400].map((delay) => intervalOf(paceOf(delay)))).toEqual([
      500, 10_000, 500, 30_000,
    ]);
  });

  test('follows the response time of the site, down and up', () => {
    let pace = [3_000, 3_000, 3_000].reduce((before, tookMs) => answered(before, tookMs), paceOf());
    expect(intervalOf(pace)).toBe(6_000);
    for (let answers = 0; answers < 2; answers++) pace = answered(pace, 100);
    expect(intervalOf(pace)).toBe(500);
  });

  test('does not change after one slow page or one timeout', () => {
    const quick = [100, 100, 100].reduce((before, tookMs) => answered(before, tookMs), paceOf());
    expect(intervalOf(answered(quick, 19_000))).toBe(500);
    expect(answered(quick, undefined)).toBe(quick);
  });

  test('is halved by each answer of a busy site, down to one request in twenty seconds, and recovers', () => {
    let pace = answered(paceOf(), 10, true);
    expect(intervalOf(pace)).toBe(1_000);
    for (let answers = 0; answers < 10; answers++) pace = answered(pace, 10, true);
    expect(intervalOf(pace)).toBe(20_000);
    for (let answers = 0; answers < 40; answers++) pace = answered(pace, 100);
    expect(intervalOf(pace)).toBe(500);
    expect([200, 404, 429, 503].map(isBusy)).toEqual([false, false, true, true]);
  });
});

describe('pages with the same text', () => {
  const texts = (hashes: Record<string, string>) =>
    Object.fromEntries(
      sameTexts(
        Object.entries(hashes).map(([path, hash]) => ({ url: at(path), hash })),
        at('/'),
      ),
    );

  test('are soft 404 pages if there are many, and so is the start page’s text at other addresses', () => {
    expect(texts({ '/': 's', '/a': 'x', '/b': 'x', '/c': 'x', '/d': 'y' })).toEqual({
      [at('/a')]: { kind: 'soft-404' },
      [at('/b')]: { kind: 'soft-404' },
      [at('/c')]: { kind: 'soft-404' },
    });
    expect(Object.keys(texts({ '/': 's', '/a': 's', '/b': 's' }))).toEqual([at('/a'), at('/b')]);
  });

  test('are a page and its duplicate if there are two or if only their parameters differ', () => {
    expect(texts({ '/a': 'x', '/b': 'x' })).toEqual({
      [at('/b')]: { kind: 'duplicate', insteadOf: at('/a') },
    });
    expect(texts({ '/a': 'x', '/a?v=1': 'x', '/a?v=2': 'x' })).toEqual({
      [at('/a?v=1')]: { kind: 'duplicate', insteadOf: at('/a') },
      [at('/a?v=2')]: { kind: 'duplicate', insteadOf: at('/a') },
    });
  });
});

test.each([
  ['de', ['de'], true],
  ['de-at', ['de'], true],
  ['de', ['de-at'], false],
  ['en', ['de', 'fr'], false],
  [undefined, ['de'], true],
  ['en', undefined, true],
  ['en', [], true],
])('a page in %s, of %j: %s', (language, chosen, isRead) => {
  expect(isChosenLanguage(language, chosen)).toBe(isRead);
});

test.each([
  ['de_AT', 'de-at'],
  [' EN ', 'en'],
  ['zh-Hant-TW', 'zh-hant-tw'],
  ['x-default', undefined],
  ['', undefined],
  [undefined, undefined],
])('the language %j is %s', (text, tag) => {
  expect(languageTag(text)).toBe(tag);
});

test.each([
  ['Last updated: 3 March 2024', '2024-03-03'],
  ['Last updated on March 15, 2024.', '2024-03-15'],
  ['Prices valid from March 2024', '2024-03'],
  ['Stand: 01.02.2025', '2025-02-01'],
  ['Stand: März 2024', '2024-03'],
  ['Valid from 31.12.2024', '2024-12-31'],
  ['Mis à jour le 4 avril 2023', '2023-04-04'],
  ['Updated 2024-06-30', '2024-06-30'],
  ['Stand: Halle 4, Gang 2. Stand: März 2024', '2024-03'],
  ['Founded in March 1950', undefined],
])('%s: %s', (text, date) => {
  expect(statedDate(text)).toBe(date);
});

test.each(['2024-13-01', 'tomorrow', '32.01.2024', ''])('%j is not a date', (text) => {
  expect(dateIn(text)).toBeUndefined();
});

test.each([
  ['2026-11-01', 2, true],
  ['2026-11-01T10:00:00Z', 2, true],
  ['2026-11-20', 2, false],
  ['2026-11-01', 9, false],
  [undefined, 2, false],
  ['soon', 2, false],
])('a sitemap’s %s, requested %i days ago: unchanged %s', (changedAt, days, unchanged) => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  expect(isUnchangedSince({ changedAt, requestedAtMs: now - days * 86_400_000 }, now)).toBe(unchanged);
});

test('a page’s document states its title, address, language and date in one line each', () => {
  const head = { title: 'Our\nprices', url: at('/prices'), language: 'en', pageDate: '2024-03' };
  expect(pageDocument(head, '# Prices\n\nA loaf is 4 EUR.\n\n')).toBe(
    '---\ntitle: Our prices\nurl: https://shop.example/prices\nlanguage: en\ndate: 2024-03\n---\n\n# Prices\n\nA loaf is 4 EUR.\n',
  );
});
