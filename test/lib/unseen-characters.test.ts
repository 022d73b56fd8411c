import { describe, expect, test } from 'vitest';
import { attachmentNameOf } from '../../src/conversations/rules/attachment-types.ts';
import { plainName } from '../../src/conversations/rules/contact.ts';
import { plainText } from '../../src/notifications/rules/notice-card.ts';
import { text } from '../../src/lib/fields.ts';
import { hasUnseen, withoutUnseen } from '../../src/lib/unseen-characters.ts';

describe.each([
  ...[
    0x00, 0x0a, 0x1b, 0x7f, 0x85, 0xad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
    0x200f,
  ],
  ...[0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2061, 0x2066, 0x2069, 0x206f, 0x3164, 0xfe0f, 0xfeff, 0xfff9],
  ...[0xe0001, 0xe0041],
])('U+%i', (code) => {
  const character = String.fromCodePoint(code);

  test('is removed from a word of Latin letters', () => {
    expect(hasUnseen(`in${character}voice`)).toBe(true);
    expect(withoutUnseen(`in${character}voice`)).toBe('invoice');
  });

  test('is removed from file names and cards, and refused in names of people', () => {
    expect(attachmentNameOf(`in${character}voice.pdf`, 'pdf')).toBe('invoice.pdf');
    expect(plainName(`A${character}nn`)).toBe(false);
    expect(plainText(`A${character}nn`, 10)).toBe('A nn');
  });
});

test.each(['\u200b\u200d', ' \u00ad\ufeff ', '\u3164', '\u202e\u2066'])(
  'a text of only invisible characters is empty: %j',
  (unseen) => {
    expect(text(10).safeParse(unseen).error?.issues[0]?.message).toBe('must not be empty');
    expect(text(10).parse(`${unseen}!`)).toContain('!');
  },
);

test.each([
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '\u0915\u094d\u200d\u0937',
  '\u{1f468}\u200d\u{1f469}',
  '\u2764\ufe0f',
  'Bühne.pdf',
])('an invisible character that a script or an emoji needs is kept: %j', (needed) => {
  expect(hasUnseen(needed)).toBe(false);
  expect(withoutUnseen(needed)).toBe(needed);
});
