import { expect, test } from 'vitest';
import { readWebPage } from '../../src/adapters/documents/web-page.ts';

const read = (head: string, html = '<html>') =>
  readWebPage(Buffer.from(`<!doctype html>${html}${head}<main><p>Words of a page.</p></main>`), {
    url: 'https://shop.example/',
  });
const LONG = 'x'.repeat(1_000_000);

test('a page has at most 200 translations', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => `<link rel="alternate" hreflang="de" href="/${n}">`);
  expect(read(many.join('')).alternates).toHaveLength(200);
});

test('a long title is cut, so that it can be listed and stored', () => {
  expect(read(`<title>${LONG}</title>`).title).toHaveLength(500);
});

test('addresses and languages that are too long are ignored', () => {
  const page = read(
    `<title>T</title><link rel="canonical" href="/${LONG}"><link rel="alternate" hreflang="${LONG}" href="/de">` +
      `<link rel="alternate" hreflang="de" href="/${LONG}"><a href="/${LONG}">Link</a><a href="/short">Link</a>`,
    `<html lang="${LONG}">`,
  );
  expect(page).not.toHaveProperty('canonical');
  expect(page).not.toHaveProperty('language');
  expect(page).toMatchObject({ alternates: [], links: ['https://shop.example/short'] });
});
