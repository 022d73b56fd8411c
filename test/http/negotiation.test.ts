import { expect, test } from 'vitest';
import { isForPerson, preferredEncoding } from '../../src/http/negotiation.ts';

const withHeader = (name: string, value: string | undefined) => ({
  header: (asked: string) => (asked === name ? value : undefined),
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['gzip;q=0, *', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.1, gzip;q=1', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['gzip;q=0', undefined],
  ['*;q=0', undefined],
  ['br; q=0.000, gzip', 'gzip'],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['deflate', undefined],
])('Accept-Encoding %j gets %j', (header, encoding) => {
  expect(preferredEncoding(withHeader('accept-encoding', header))).toBe(encoding);
});

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/*', true],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html;q=0.1', false],
  ['application/json, text/html;q=0', false],
  ['text/html;q=0, */*', false],
  ['text/html;q=0.9, application/json;q=0.5', true],
  ['text/htmlx', false],
])('Accept %j is a browser that shows a page: %j', (header, isPerson) => {
  expect(isForPerson(withHeader('accept', header))).toBe(isPerson);
});
