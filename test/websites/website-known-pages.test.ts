import { describe, expect, test } from 'vitest';
import type { WebsitePage } from '../../src/websites/records/website-source.ts';
import { knownPages, READING_RULES } from '../../src/websites/rules/known-pages.ts';

const STARTED = '2026-11-20T12:00:00.000Z';
const BEFORE = '2026-11-19T12:00:00.000Z';
const PAGE: WebsitePage = {
  url: 'https://shop.example/a',
  title: 'A',
  words: 3,
  text: 'one',
  readingRules: READING_RULES,
  etag: '"1"',
  lastModified: 'Thu, 19 Nov 2026 12:00:00 GMT',
  requestedAt: BEFORE,
  checkedAt: BEFORE,
};
const known = (page: WebsitePage) => knownPages([page], STARTED).get(PAGE.url);
const VALIDATORS = { etag: PAGE.etag, lastModified: PAGE.lastModified };
const without = ({ text: _text, ...page }: WebsitePage): WebsitePage => page;

describe('a page of an earlier reading', () => {
  test('is requested with its validators, unless the sitemap’s date is older than the last request', () => {
    expect(known(PAGE)).toEqual({
      ...VALIDATORS,
      requestedAtMs: Date.parse(BEFORE),
      hasText: true,
      isRequested: false,
    });
  });

  test.each([
    ['that has no text', without(PAGE), false],
    ['that earlier rules read', { ...PAGE, readingRules: READING_RULES - 1 }, true],
    ['whose rules are not known', (({ readingRules: _rules, ...page }) => page)(PAGE), true],
  ] as const)('%s is requested like a new page, whatever its date', (_name, page, hasText) => {
    expect(known(page)).toEqual({ requestedAtMs: 0, hasText, isRequested: false });
  });

  test('that was only listed stays marked as listed until it is requested', () => {
    expect(known({ url: PAGE.url, title: '', words: 0 })).toMatchObject({ isListed: true });
    expect(known({ ...without(PAGE), reason: 'not-found' })).not.toHaveProperty('isListed');
    expect(known(PAGE)).not.toHaveProperty('isListed');
  });

  test('whose last request failed is requested, whatever its date', () => {
    expect(known({ ...PAGE, reason: 'server-error' })).toMatchObject({ ...VALIDATORS, requestedAtMs: 0 });
  });

  test('that was requested since the reading started is not requested again', () => {
    expect(known({ ...PAGE, checkedAt: STARTED })?.isRequested).toBe(true);
  });
});
