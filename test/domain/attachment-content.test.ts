import { describe, expect, it, test } from 'vitest';
import { attachmentNameOf } from '../../src/domain/attachment-types.ts';
import { hiddenData, decide } from './support/decided-content.ts';
import { GIF, JPEG, PNG, WEBP } from '../support/files/images.ts';

const unsupported = { refusal: 'attachment-type-unsupported' };
const SCRIPT = Buffer.from('<script>alert(1)</script>');

describe('an image as a browser writes it', () => {
  it.each([
    ['png', PNG],
    ['jpeg', JPEG],
    ['gif', GIF],
    ['webp', WEBP],
  ] as const)('is a %s with its size, in whatever pieces it comes', async (type, image) => {
    for (const length of [1, 3, 7, 100_000]) {
      expect(await decide(image, length)).toEqual({ content: { type, width: 3, height: 2 } });
    }
  });

  it.each([
    ['png', PNG],
    ['jpeg', JPEG],
    ['gif', GIF],
    ['webp', WEBP],
  ] as const)('as a %s is refused with another file behind it, and cut off', async (_type, image) => {
    expect(await decide(Buffer.concat([image, SCRIPT]))).toEqual(hiddenData);
    expect(await decide(Buffer.concat([image, Buffer.from('PK\u0003\u0004')]))).toEqual(hiddenData);
    expect(await decide(image.subarray(0, -3))).toEqual(hiddenData);
  });
});

test.each([
  ['a text', 'Order 4711\r\nGrüße\n', 'text'],
  ['a table', 'a;b\n1;2\n', 'text'],
  ['a PDF', '%PDF-1.7\n\u0000\u0001', 'pdf'],
])('%s is what its content says', async (_what, content, type) => {
  expect(await decide(Buffer.from(content))).toEqual({ content: { type } });
});

test.each([
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['HTML after a byte order mark', '\ufeff<html>'],
  ['a page that begins with a comment', '  <!-- hello --><script>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  ['SVG as XML', '<?xml version="1.0"?><svg/>'],
  ['a PDF behind something else', 'GIF\n%PDF-1.7'],
  ['an archive', 'PK\u0003\u0004'],
  ['a program', '\u007fELF\u0002\u0001'],
  ['rich text', '{\\rtf1}'],
  ['a text that turns into a program', `${'text '.repeat(1000)}\u0000\u0001`],
  ['UTF-16', '\u00ff\u00fe<\u0000h\u0000'],
])('%s is refused, whatever its name', async (_what, content) => {
  expect(await decide(Buffer.from(content, content.startsWith('\u00ff') ? 'latin1' : 'utf8'))).toEqual(
    unsupported,
  );
});

test.each([
  ['photo.png', 'png', 'photo.png'],
  ['Photo.JPEG', 'jpeg', 'Photo.jpeg'],
  ['photo.html', 'png', 'photo.html.png'],
  ['invoice.exe', 'text', 'invoice.exe.txt'],
  ['list.CSV', 'text', 'list.csv'],
  ['\u202egpj.exe', 'jpeg', 'gpj.exe.jpg'],
  ['../../etc/passwd', 'text', '_.._etc_passwd.txt'],
  ['a\r\nSet-Cookie: x.pdf', 'pdf', 'aSet-Cookie_ x.pdf'],
  ['.htaccess', 'text', 'htaccess.txt'],
  ['   ', 'pdf', 'file.pdf'],
  [`${'ä'.repeat(300)}.pdf`, 'pdf', `${'ä'.repeat(96)}.pdf`],
] as const)('the name %j of a %s becomes %j', (name, type, shown) => {
  expect(attachmentNameOf(name, type)).toBe(shown);
});
