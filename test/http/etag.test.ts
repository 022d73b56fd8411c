import { expect, test } from 'vitest';
import { expectedEtags, notModified } from '../../src/http/etag.ts';
import type { HttpRequest } from '../../src/http/request.ts';

/** A request with one header; what is tested reads nothing else. */
const withHeader = (name: string, value: string | undefined) =>
  ({ header: (asked: string) => (asked === name ? value : undefined) }) as HttpRequest;

test.each([
  ['a strong tag is the version', '"1"', ['"1"']],
  ['one of several is enough', '"0", "1"', ['"0"', '"1"']],
  ['a weak tag matches no version', 'W/"1"', ['W/"1"']],
  ['* accepts any version', ' * ', undefined],
  ['a missing header accepts any version', undefined, undefined],
])('in If-Match, %s', (_rule, header, expected) => {
  expect(expectedEtags(withHeader('if-match', header))).toEqual(expected);
});

test.each([
  ['"1"', true],
  ['W/"1"', true],
  ['"0", W/"1"', true],
  ['*', true],
  ['"2"', false],
  ['1', false],
])('If-None-Match with %s is not modified: %s', (header, isHeld) => {
  const reply = notModified(withHeader('if-none-match', header), { etag: '"1"' });
  expect(reply?.status).toBe(isHeld ? 304 : undefined);
});
