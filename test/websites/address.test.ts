import { describe, expect, test } from 'vitest';
import { addressKey, normalizeUrl } from '../../src/websites/rules/address.ts';

describe('a page has one address', () => {
  test.each([
    ['HTTPS://WWW.Shop.Example:443/Path', 'https://www.shop.example/Path'],
    ['http://shop.example:80/', 'http://shop.example/'],
    ['https://shop.example./a', 'https://shop.example/a'],
    ['https://shop.example/a#part', 'https://shop.example/a'],
    ['https://user:secret@shop.example/a', 'https://shop.example/a'],
    ['https://shop.example/a/../b/./c', 'https://shop.example/b/c'],
    ['https://shop.example//a///b', 'https://shop.example/a/b'],
    ['https://shop.example/%7Euser/%c3%a9', 'https://shop.example/~user/%C3%A9'],
    ['https://shop.example/a?', 'https://shop.example/a'],
    ['https://shop.example/a?b=2&a=1', 'https://shop.example/a?a=1&b=2'],
    ['https://shop.example/a?utm_source=x&id=7&gclid=1&fbclid=2', 'https://shop.example/a?id=7'],
    ['https://shop.example/a?PHPSESSID=0123456789abcdef0123', 'https://shop.example/a'],
    ['https://shop.example/a?sid=5', 'https://shop.example/a?sid=5'],
    ['https://shop.example/a;jsessionid=A1B2C3?x=1', 'https://shop.example/a?x=1'],
    ['https://shop.example/(S(abc123))/a.aspx', 'https://shop.example/a.aspx'],
    [' https://shop.example/a ', 'https://shop.example/a'],
  ])('%s', (written, address) => {
    expect(normalizeUrl(written)).toBe(address);
  });

  test('a relative address is resolved against its page', () => {
    expect(normalizeUrl('../c?utm_medium=x', 'https://shop.example/a/b/')).toBe('https://shop.example/a/c');
  });

  test.each(['mailto:a@shop.example', 'javascript:void 0', 'ftp://shop.example/', 'https://', 'x', ''])(
    '%j is not the address of a page',
    (text) => {
      expect(normalizeUrl(text)).toBeUndefined();
    },
  );

  test('an address that is too long is refused', () => {
    expect(normalizeUrl(`https://shop.example/${'a'.repeat(2_000)}`)).toBeUndefined();
  });

  test.each([
    ['https://shop.example/a/', 'https://shop.example/a'],
    ['https://www.shop.example/a', 'http://shop.example/a'],
    ['https://shop.example/index.html', 'https://shop.example'],
    ['https://shop.example/a/index.php', 'https://shop.example/a'],
  ])('%s is treated as %s', (one, other) => {
    expect(addressKey(one)).toBe(addressKey(other));
  });

  test.each([
    ['https://shop.example/a', 'https://shop.example/b'],
    ['https://shop.example/a?page=1', 'https://shop.example/a?page=2'],
    ['https://shop.example/a', 'https://blog.shop.example/a'],
    ['https://shop.example/a', 'https://shop.example:8443/a'],
  ])('%s is not treated as %s', (one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other));
  });
});
