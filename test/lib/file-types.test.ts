import { expect, test } from 'vitest';
import { fileTypeOf, TYPE_BYTES } from '../../src/lib/file-types.ts';

const typeOf = (text: string, name = 'a.md') => fileTypeOf(Buffer.from(text), name);

test('a page may begin with comments', () => {
  expect(typeOf('<!-- one --> <!-- two -->\n<!DOCTYPE html><p>Text')).toBe('html');
  expect(typeOf('<!-- <html> -->\n# Prices')).toBe('text');
});

test('the type of a file that begins with nothing but comments is found in one pass', () => {
  const comment = '<!---->';
  expect(typeOf(`${comment.repeat(Math.floor(TYPE_BYTES / comment.length))}x`)).toBe('text');
});

test.each([
  [
    'a page that a browser saved',
    'From: <Saved by Blink>\r\nSnapshot-Content-Location: https://a.example\r\nMIME-Version: 1.0\r\n',
    'a.txt',
  ],
  ['a mail', 'Delivered-To: a@a.example\nReceived: by b\n\twith c\nSubject: x\n\nText', 'a.txt'],
  ['a mail by its name', 'Text', 'Order.EML'],
  ['a saved page by its name', '<html><p>Text', 'page.mhtml'],
])('a file of several encoded parts has no readable type: %s', (_what, start, name) => {
  expect(typeOf(start, name)).toBeUndefined();
});

test('a text with lines like those of an e-mail is read as text', () => {
  expect(typeOf('Monday: closed\nTuesday: 9 to 5\nSubject: returns\n')).toBe('text');
});

test('a text in UTF-16 is a text, in both orders of its bytes', () => {
  const little = Buffer.from('\ufeff# Prices', 'utf16le');
  expect(fileTypeOf(little, 'a.md')).toBe('text');
  expect(fileTypeOf(Buffer.from(little).swap16(), 'a.md')).toBe('text');
  // Without a byte order mark it could be any binary file.
  expect(fileTypeOf(little.subarray(2), 'a.md')).toBeUndefined();
});
