import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  emailAddress,
  emailHref,
  phoneHref,
  phoneNumber,
  plainName,
} from '../../src/conversations/rules/contact.ts';

describe('an e-mail address', () => {
  test.each([
    'mia@example.com',
    'mia.o+shop@mail.example.co.uk',
    "o'neil_99@example.com",
    'jürgen@müller.example',
    '用户@例子.公司',
    'a@b.co',
    `${'a'.repeat(64)}@example.com`,
  ])('%s is accepted unchanged', (address) => {
    expect(emailAddress(address)).toBe(address);
    expect(emailAddress(`  ${address}\n`)).toBe(address);
  });

  test.each([
    '',
    'mia',
    '@example.com',
    'mia@',
    'mia@localhost',
    'mia@@example.com',
    'mia@example..com',
    'mia@.example.com',
    'mia@-example.com',
    'mia@example-.com',
    '.mia@example.com',
    'mia.@example.com',
    'mi..a@example.com',
    'mia o@example.com',
    'mia@example.com, eve@example.com',
    'mia@example.com?bcc=eve@example.com',
    '"mia"@example.com',
    'mia@[127.0.0.1]',
    'mia@example.com\r\nBcc: eve@example.com',
    'mia\u202Emoc.elpmaxe@example.com',
    'mia\u0000@example.com',
    'mia\u200B@example.com',
    `${'a'.repeat(65)}@example.com`,
    `mia@${'a'.repeat(64)}.com`,
    `mia@${'abcdefghi.'.repeat(26)}com`,
  ])('%j is refused', (typed) => {
    expect(emailAddress(typed)).toBeUndefined();
  });
});

describe('a phone number', () => {
  test.each([
    ['+49 30 1234567', '+49 30 1234567'],
    [' (030) 123 45-67 ', '(030) 123 45-67'],
    ['+1-202-555-0143', '+1-202-555-0143'],
    ['01 44.20.30.40', '01 44.20.30.40'],
    ['030/1234567', '030/1234567'],
    ['٠٣٠ ١٢٣٤٥٦', '030 123456'],
    ['＋４９３０１２３４', '+49301234'],
    ['+33\u00A01\u202F44\u201120', '+33 1 44-20'],
  ])('%j is written as %s', (typed, number) => {
    expect(phoneNumber(typed)).toBe(number);
  });

  test.each([
    '',
    '1234',
    '+',
    '1234567890123456',
    '12345+6',
    '++4930123',
    '030 123 ext. 4',
    'call me',
    '030\n12345',
    '0301\u202E2345',
  ])('%j is refused', (typed) => {
    expect(phoneNumber(typed)).toBeUndefined();
  });
});

describe('a name', () => {
  test.each(['Mia', 'María-José O’Neil', '李小龍', 'محمد', 'می‌خواهم'])(
    '%s is accepted as a plain name',
    (name) => {
      expect(plainName(name)).toBe(true);
    },
  );

  test.each(['Mia\u202Eaim', 'Mia\u0007', 'Mia\nAgent', 'Mia\u2066', 'Mia\u2028Agent', 'Mia\u200F'])(
    '%j is not accepted as a plain name',
    (name) => {
      expect(plainName(name)).toBe(false);
    },
  );
});

describe('a link', () => {
  test.each([
    ['mia@example.com', 'mailto:mia@example.com'],
    ["a?subject=x&cc=eve'+%@example.com", "mailto:a%3Fsubject%3Dx%26cc%3Deve'%2B%25@example.com"],
    ['not an address', undefined],
    ['javascript:alert(1)', undefined],
  ])('of the address %s is %s', (typed, href) => {
    expect(emailHref(typed)).toBe(href);
  });

  test.each([
    ['+49 (30) 123-45', 'tel:+493012345'],
    ['030/1234567', 'tel:0301234567'],
    ['12345;ext=1', undefined],
  ])('of the number %s is %s', (typed, href) => {
    expect(phoneHref(typed)).toBe(href);
  });
});

test('an accepted address or number is accepted again unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
      for (const rule of [emailAddress, phoneNumber]) {
        const taken = rule(typed);
        if (taken !== undefined) expect(rule(taken)).toBe(taken);
        expect(taken ?? '').not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }
    }),
  );
});
