import { describe, expect, test } from 'vitest';
import {
  isKeySetAddress,
  isSiteClaim,
  isSubject,
  siteClaims,
  visitorAttributes,
} from '../../src/widgets/rules/visitor-identity.ts';

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

test.each([
  [['  Zoë ', 'zoe@shop.example'], 'Zoë'],
  [['\u200B\u2060\u202E', ' \n', 'zoe@shop.example'], 'zoe@shop.example'],
  [[undefined, '\u00AD'], 'customer-1'],
])('of the names %j the first with visible characters is shown: %s', (names, name) => {
  expect(visitorAttributes({ subject: 'customer-1', names, emailVerified: false }).name).toBe(name);
});

test.each(['Mia\u202Eaim', 'Mia\nAgent', 'Mia\u2066', 'Mia\u0000'])(
  'a name that may imitate other text is not stored as verified: %j',
  (name) => {
    const names = [name, 'mia'];
    expect(visitorAttributes({ subject: 'customer-1', names, emailVerified: false }).name).toBe('mia');
  },
);

test.each([
  'javascript:alert(1)',
  'mia@example.com\r\nBcc: eve@example.com',
  'mia\u202Emoc.elpmaxe@example.com',
  'mia',
])('a claim %j is not stored as a verified address', (email) => {
  const stored = visitorAttributes({ subject: 'customer-1', names: [], email, emailVerified: true });
  expect(stored).toEqual({ subject: 'customer-1', name: 'customer-1' });
});

test.each(['', 'a'.repeat(256), 'customer\n1', 'customer\u202E1'])('%j is refused as a subject', (text) => {
  expect(isSubject(text)).toBe(false);
});

describe('the claims that a widget keeps', () => {
  test.each(['customer_number', 'tenant.id', 'A-1', 'name'])('may be named %s', (name) => {
    expect(isSiteClaim(name)).toBe(true);
  });

  test.each(['sub', 'exp', 'id', 'email', 'email_verified', '', '1a', '__proto__', 'a b', 'a'.repeat(51)])(
    'may not be named %j',
    (name) => {
      expect(isSiteClaim(name)).toBe(false);
    },
  );

  test.each<[unknown, string]>([
    ['K-10423', 'K-10423'],
    ['Zoë Ångström 😀', 'Zoë Ångström 😀'],
    ['😀'.repeat(200), '😀'.repeat(200)],
    [10423, '10423'],
    [1.5, '1.5'],
    [true, 'true'],
  ])('are kept as text: %j', (value, text) => {
    expect(siteClaims(['it'], { it: value, other: 'x' })).toEqual({ it: text });
  });

  test.each([
    ...['', '  ', 'a'.repeat(201), 'a\nb', 'a\r\nX-Admin: 1', 'a\u202Eb', 'a\u0000', '\ud800'],
    // JSON.parse rounds a longer number: it could be another customer's.
    ...[JSON.parse('12345678901234567890'), 1e300, null, undefined, {}, ['K-1'], { toString: 1 }],
  ])('are left out, not cut or rounded, if they are %j', (value: unknown) => {
    expect(siteClaims(['it'], { it: value })).toEqual({});
  });

  test('are read only from the token’s own properties', () => {
    expect(siteClaims(['constructor', 'toString'], {})).toEqual({});
  });
});
