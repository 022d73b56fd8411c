import { describe, expect, test } from 'vitest';
import type { WebsitePage } from '../../src/websites/records/website-source.ts';
import { changesOf, KEPT_GONE_MS, pagesToPublish } from '../../src/websites/rules/changes.ts';
import { afterReading, countPages, pageStateOf } from '../../src/websites/rules/page-states.ts';

const BEFORE = '2026-11-19T12:00:00.000Z';
const NOW = '2026-11-20T12:00:00.000Z';
/** Choices that leave nothing out. */
const ALL = {
  rules: [],
  languages: [],
  subdomains: true,
  files: true,
  address: 'https://shop.example/',
};

const PAGE: WebsitePage = {
  url: 'https://shop.example/a',
  title: 'A',
  words: 3,
  text: 'one',
  readAt: BEFORE,
};
const AGAIN = { at: NOW, isFirst: false, isRequested: true };
const read = (text: string) => ({ kind: 'page' as const, url: PAGE.url, title: 'A', words: 3, text });
const left = (reason: NonNullable<WebsitePage['reason']>) => ({ kind: 'left-out' as const, reason });

describe('a page that was read', () => {
  test('and has a different text has changed', () => {
    const change = { kind: 'changed', at: NOW };
    expect(afterReading(PAGE, read('two'), AGAIN)).toMatchObject({ text: 'two', change, readAt: NOW });
  });

  test.each([
    ['unchanged', { kind: 'unchanged' as const }],
    ['with the same text', read('one')],
  ])('and is there %s is up to date without a change', (_name, outcome) => {
    const page = afterReading({ ...PAGE, goneSince: BEFORE, reason: 'not-found' }, outcome, AGAIN);
    expect(page).toMatchObject({ text: 'one', readAt: NOW, checkedAt: NOW });
    expect([page.change, page.goneSince, page.reason]).toEqual([undefined, undefined, undefined]);
  });

  test.each(['not-found', 'noindex', 'sign-in', 'redirected-away'] as const)(
    'and is left out as %s counts as gone once',
    (reason) => {
      const gone = afterReading(PAGE, left(reason), AGAIN);
      expect(gone).toMatchObject({ text: 'one', goneSince: NOW, change: { kind: 'gone', at: NOW } });
      const later = afterReading(gone, left(reason), { ...AGAIN, at: '2026-11-21T12:00:00.000Z' });
      expect(later).toMatchObject({ goneSince: NOW, change: { at: NOW } });
    },
  );

  test('and has the text of another page does not count as gone again when it is left out', () => {
    const page = afterReading({ ...PAGE, excluded: 'duplicate' }, left('duplicate'), AGAIN);
    expect([page.goneSince, page.change]).toEqual([NOW, undefined]);
  });

  test.each(['server-error', 'unreachable', 'too-slow', 'refused'] as const)(
    'stays, however long it is %s',
    (reason) => {
      const page = afterReading(PAGE, left(reason), AGAIN);
      expect(page).toMatchObject({ text: 'one', reason });
      expect(page.goneSince).toBeUndefined();
    },
  );

  test('loses values that are missing in its new answer', () => {
    const page = afterReading({ ...PAGE, etag: '"1"', pageDate: '2024-03-01' }, read('two'), AGAIN);
    expect([page.etag, page.pageDate]).toEqual([undefined, undefined]);
  });
});

test('a page counts as new only after the first reading of the website', () => {
  const { text: _text, ...unread } = PAGE;
  expect(afterReading(unread, read('one'), { ...AGAIN, isFirst: true }).change).toBeUndefined();
  expect(afterReading(unread, read('one'), AGAIN).change).toEqual({ kind: 'new', at: NOW });
});

test('during a reading, pages that were not requested yet are waiting', () => {
  const rules = [{ pattern: '/b', read: false }];
  const source = { ...ALL, rules, startedAt: NOW, phase: 'reading' as const };
  const pages: WebsitePage[] = [
    { ...PAGE, checkedAt: BEFORE },
    { ...PAGE, checkedAt: NOW },
    { ...PAGE, url: 'https://shop.example/b' },
  ];
  expect(pages.map((page) => pageStateOf(page, source))).toEqual(['waiting', 'read', 'left-out']);
  expect(countPages(pages, source, 0)).toEqual({ read: 1, waiting: 1, leftOut: 1 });
  expect(countPages(pages, { ...source, phase: 'read' }, 4)).toEqual({ read: 2, waiting: 0, leftOut: 5 });
});

describe('pages that are gone', () => {
  const pageOf = (number: number, goneSince?: string): WebsitePage => ({
    ...PAGE,
    url: `https://shop.example/${number}`,
    ...(goneSince !== undefined && { goneSince }),
  });
  const atMs = Date.parse(BEFORE) + KEPT_GONE_MS;
  const rules = { ...ALL, subdomains: false };

  test('are kept for three days', () => {
    const pages = [pageOf(1), pageOf(2), pageOf(3, BEFORE)];
    expect(pagesToPublish(pages, rules, atMs - 1).leaving).toEqual([]);
    const { leaving, pages: kept } = pagesToPublish(pages, rules, atMs);
    expect([leaving.length, kept.length]).toEqual([1, 2]);
  });

  test('are reported as most of the website until they are removed', () => {
    const pages = [pageOf(1), pageOf(2, BEFORE), pageOf(3, BEFORE)];
    const before = pagesToPublish(pages, rules, atMs - 1);
    expect([before.leaving.length, before.pages.length, before.isMostlyGone]).toEqual([0, 3, true]);
    const { leaving, pages: kept, isMostlyGone } = pagesToPublish(pages, rules, atMs);
    expect([leaving.length, kept.length, isMostlyGone]).toEqual([2, 1, false]);
  });

  test('are removed even if an admin has excluded them', () => {
    const pages = [pageOf(1), pageOf(2), pageOf(3, BEFORE), pageOf(4, BEFORE), pageOf(5, BEFORE)];
    const chosen = { ...rules, rules: [{ pattern: '/5', read: false }] };
    expect(pagesToPublish(pages, chosen, atMs - 1)).toMatchObject({ leaving: [], isMostlyGone: false });
    expect(pagesToPublish(pages, chosen, atMs).leaving).toHaveLength(3);
  });
});

test.each([
  ['in another language', { language: 'en' }, { languages: ['de'] }],
  ['on a subdomain', { url: 'https://blog.shop.example/a' }, { subdomains: false }],
  ['that is a file', { isFile: true }, { files: false }],
  ['that a rule leaves out', {}, { rules: [{ pattern: '/*', read: false }] }],
])('a page %s is not published once the choices exclude it, even if it was read', (_name, about, choices) => {
  const all = { ...ALL, startUrl: 'https://www.shop.example/' };
  const page = { ...PAGE, url: 'https://www.shop.example/a', text: 'hash', ...about };
  const nowMs = Date.parse(NOW);
  expect(pagesToPublish([page], all, nowMs).pages).toHaveLength(1);
  expect(pagesToPublish([page], { ...all, ...choices }, nowMs).pages).toEqual([]);
});

test('changes are those of the latest reading', () => {
  const change = (kind: 'changed' | 'new' | 'gone', at: string) => ({ ...PAGE, change: { kind, at } });
  const pages = [change('changed', NOW), change('changed', BEFORE), change('new', NOW), change('gone', NOW)];
  const counts = { since: BEFORE, changed: 1, new: 1, gone: 1 };
  expect(changesOf(pages, { startedAt: NOW, since: BEFORE })).toEqual(counts);
});
