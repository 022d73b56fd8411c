import { expect, test } from 'vitest';
import { isNotFoundPage } from '../../src/websites/rules/not-found.ts';

const page = (title: string, markdown = 'Sorry.') => ({ title, markdown, words: 12 });

test.each([
  ...['Page not found', '404', 'Error 404', '404 Not Found', 'Page not found | Harbour Cycles'],
  ...['Seite nicht gefunden – Laden', 'Page introuvable', 'Pagina niet gevonden', 'ページが見つかりません'],
])('a short page with the title %j is an error page', (title) => {
  expect(isNotFoundPage(page(title))).toBe(true);
});

test('a page with a heading of an error page is an error page', () => {
  expect(isNotFoundPage(page('Harbour Cycles', '# Page not found\n\nOops!'))).toBe(true);
});

test.each(['Lost and found', 'Peugeot 404 coupé', 'Prices', 'Order not found? Write to us', 'Room 404'])(
  'a page with the title %j is not an error page',
  (title) => {
    expect(isNotFoundPage(page(title))).toBe(false);
  },
);

test('a long page about errors is not an error page', () => {
  expect(isNotFoundPage({ ...page('Page not found'), words: 400 })).toBe(false);
});
