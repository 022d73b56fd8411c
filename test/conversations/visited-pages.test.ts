import { describe, expect, test } from 'vitest';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import { MAX_ADDRESS_LENGTH, MAX_PAGES, withPage } from '../../src/conversations/rules/visited-pages.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();
const SESSION = startSession('0b7c1f52-8a41-4b2e-9f6d-1c5e8a9b0d11', at(0));
const visited = (...urls: (string | undefined)[]) =>
  urls.reduce((session, url, minute) => withPage(session, url, at(minute)), SESSION).pages;

describe('the pages from which a visitor writes', () => {
  test.each([
    [[undefined], undefined],
    [['/a'], [{ url: '/a', at: at(0) }]],
    [['/a', '/a', undefined], [{ url: '/a', at: at(0) }]],
    [
      ['/a', '/b', '/a'],
      [
        { url: '/a', at: at(0) },
        { url: '/b', at: at(1) },
        { url: '/a', at: at(2) },
      ],
    ],
  ])('%j are stored as %j, one entry for each change of the page', (urls, pages) => {
    expect(visited(...urls)).toEqual(pages);
  });

  test('are the newest ones, with shortened addresses', () => {
    const urls = Array.from({ length: MAX_PAGES + 3 }, (_, n) => `/${n}`);
    expect(visited(...urls)?.map(({ url }) => url)).toEqual(urls.slice(3));
    const long = `https://shop.example/cart?${'x'.repeat(2_000)}`;
    expect(visited(long)?.[0]?.url).toBe('https://shop.example/cart');
    expect(visited('y'.repeat(2_000))?.[0]?.url).toHaveLength(MAX_ADDRESS_LENGTH);
  });
});
