import { describe, expect, it, test } from 'vitest';
import { contentOf } from '../../src/domain/attachment-content.ts';
import { attachmentNameOf } from '../../src/domain/attachment-types.ts';
import { GIF, JPEG, PNG, pngChunk, WEBP } from '../support/images.ts';

/** The bytes in pieces of a length that cuts every part of a structure somewhere. */
async function* pieces(bytes: Uint8Array, length = 3): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(bytes.subarray(at, at + length));
  }
}

const decide = (bytes: Uint8Array, length?: number) => contentOf(pieces(bytes, length));
const hidden = { refusal: 'image-with-hidden-data' };
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
    expect(await decide(Buffer.concat([image, SCRIPT]))).toEqual(hidden);
    expect(await decide(Buffer.concat([image, Buffer.from('PK\u0003\u0004')]))).toEqual(hidden);
    expect(await decide(image.subarray(0, -3))).toEqual(hidden);
  });
});

/** The chunk after the header of the picture. */
const inPng = (chunk: Buffer) => Buffer.concat([PNG.subarray(0, 33), chunk, PNG.subarray(33)]);
const inJpeg = (marker: number, content: Buffer) =>
  Buffer.concat([
    JPEG.subarray(0, 2),
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]),
    content,
    JPEG.subarray(2),
  ]);
const EXIF = Buffer.from('Exif\0\0MM\0*\0\0\0\b\0\u0001', 'latin1');
const CANVAS_MARK = pngChunk('deBG', Buffer.from('4AC671D1C50B93E8'));
const POSITION = Buffer.concat([EXIF, Buffer.from([0x88, 0x25, 0, 4])]);

test.each([
  ['a text', inPng(pngChunk('tEXt', SCRIPT))],
  ['a compressed text', inPng(pngChunk('zTXt', SCRIPT))],
  ['an unknown part', inPng(pngChunk('evIl', SCRIPT))],
  ['a position', inPng(pngChunk('eXIf', POSITION))],
  ['a part that is longer than the file', inPng(Buffer.from([0x7f, 0, 0, 0, 0x49, 0x44, 0x41, 0x54]))],
  ['a mark of a canvas that is no number', inPng(pngChunk('deBG', Buffer.from('<script></script')))],
  ['a mark of a canvas that is too long', inPng(pngChunk('deBG', Buffer.from('4AC671D1C50B93E8A')))],
  ['two marks of a canvas', inPng(Buffer.concat([CANVAS_MARK, CANVAS_MARK]))],
  ['a comment', inJpeg(0xfe, SCRIPT)],
  ['a position', inJpeg(0xe1, POSITION)],
  ['all that a camera writes', inJpeg(0xe1, Buffer.alloc(4000))],
  ['an unknown application segment', inJpeg(0xed, SCRIPT)],
  ['a comment', Buffer.concat([GIF.subarray(0, -1), Buffer.from('!\xfe\x01a\0;', 'latin1')])],
  ['a script in its size, as GIFAR files have', Buffer.from('GIF89a/*\0\0*/=1;')],
])('an image with %s is refused', async (_what, image) => {
  expect(await decide(image)).toEqual(hidden);
});

test.each([
  ['PNG', inPng(pngChunk('eXIf', EXIF)), 'png'],
  ['JPEG', inJpeg(0xe1, EXIF), 'jpeg'],
])('a %s may tell its own size, as those of some browsers do', async (_name, image, type) => {
  expect(await decide(image)).toMatchObject({ content: { type } });
});

test('a PNG of a canvas in Firefox has the mark of its protection against fingerprinting', async () => {
  expect(await decide(inPng(CANVAS_MARK))).toMatchObject({ content: { type: 'png' } });
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

test('an image of very many tiny parts is given up', async () => {
  const flood = Buffer.alloc(1_000_000, Buffer.from([1, 0]));
  const image = Buffer.concat([GIF.subarray(0, -1), Buffer.from([0x21, 0xf9]), flood]);
  expect(await decide(image, 524_288)).toEqual(hidden);
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
