import { describe, expect, test } from 'vitest';
import { isKeySetAddress } from '../../src/domain/visitor-identity.ts';

describe('the address of a key set', () => {
  test.each([
    'https://shop.example/.well-known/jwks.json',
    'https://login.shop.example:443/keys?p=b2c',
    'https://münchen.example/keys',
  ])('%s is accepted', (address) => {
    expect(isKeySetAddress(address)).toBe(true);
  });

  test.each([
    ...['http://shop.example/keys', 'ftp://shop.example', 'javascript:alert(1)', '', 'shop.example'],
    ...['https://shop.example:8443/keys', 'https://u@shop.example/', 'https://shop.example/#k'],
    // Addresses without a name, in the ways that a URL may write them; names without a dot.
    ...[
      'https://127.0.0.1/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://localhost/',
    ],
    ...['https://shop.example\\@evil.example/', 'https://shop .example/'],
  ])('%s is refused', (address) => {
    expect(isKeySetAddress(address)).toBe(false);
  });
});
