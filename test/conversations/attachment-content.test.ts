import { describe, expect, it, test } from 'vitest';
import { contentOf } from '../../src/conversations/rules/attachment-content.ts';
import { attachmentNameOf } from '../../src/conversations/rules/attachment-types.ts';
import { GIF, gif, JPEG, losslessWebp, PNG, png, WEBP, webp, webpChunk } from '../support/files/images.ts';

const unsupported = { refusal: 'attachment-type-unsupported' };
const damaged = { refusal: 'image-damaged' };
const tooLarge = { refusal: 'image-too-large' };

async function* piecesOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(bytes.subarray(at, at + length));
  }
}

/** The service's decision about a file. */
const decide = (bytes: Uint8Array, length = 512 * 1024) => contentOf(piecesOf(bytes, length));

const IMAGES = [
  ['png', PNG],
  ['jpeg', JPEG],
  ['gif', GIF],
  ['webp', WEBP],
] as const;

/** The offset of the JPEG's height and width, of two bytes each. */
const JPEG_SIZE = JPEG.indexOf(Buffer.from([0xff, 0xc0])) + 5;

function sizedPng(width: number, height: number): Buffer {
  const image = Buffer.from(PNG);
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

function sizedJpeg(width: number, height: number): Buffer {
  const image = Buffer.from(JPEG);
  image.writeUInt16BE(height, JPEG_SIZE);
  image.writeUInt16BE(width, JPEG_SIZE + 2);
  return image;
}

describe('an image', () => {
  it.each(IMAGES)(
    'that is a %s has this type and its size, however its bytes are split',
    async (type, image) => {
      for (const length of [1, 3, 7, 100_000]) {
        expect(await decide(image, length)).toEqual({ content: { type, width: 3, height: 2 } });
      }
    },
  );

  it.each([
    ['PNG', PNG.subarray(0, 23)],
    ['JPEG', JPEG.subarray(0, JPEG_SIZE + 3)],
    ['GIF', GIF.subarray(0, 9)],
    ['WebP', WEBP.subarray(0, 29)],
  ])('that is a %s is refused if it ends before its size', async (_format, image) => {
    expect(await decide(image)).toEqual(damaged);
  });

  it.each([
    ['PNG', sizedPng],
    ['JPEG', sizedJpeg],
    ['GIF', (width: number, height: number) => gif(width, height, 1)],
    ['WebP', (width: number, height: number) => webp(losslessWebp(width, height))],
  ])('that is a %s has at most 40 megapixels', async (_format, sized) => {
    expect(await decide(sized(8000, 5000))).toMatchObject({ content: { width: 8000, height: 5000 } });
    expect(await decide(sized(8000, 5001))).toEqual(tooLarge);
    expect(await decide(sized(16_000, 16_000))).toEqual(tooLarge);
  });

  it('without a width or a height is refused', async () => {
    expect(await decide(sizedPng(0, 2))).toEqual(damaged);
    expect(await decide(sizedJpeg(3, 0))).toEqual(damaged);
    expect(await decide(gif(0, 0, 1))).toEqual(damaged);
  });

  it('that is a GIF is refused if its first frame is larger than the image', async () => {
    const loop = Buffer.from([0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]);
    const withLoop = (image: Buffer) => Buffer.concat([image.subarray(0, 19), loop, image.subarray(19)]);
    expect(await decide(withLoop(GIF))).toMatchObject({ content: { width: 3, height: 2 } });
    for (const image of [gif(20_000, 2, 1), gif(3, 20_000, 1)]) {
      image.writeUInt16LE(3, 6);
      image.writeUInt16LE(2, 8);
      expect(await decide(withLoop(image))).toEqual(damaged);
    }
    expect(await decide(GIF.subarray(0, 30))).toEqual(damaged);
  });

  it.each([0x00, 0xd0, 0xd7, 0xd8, 0xd9])(
    'that is a JPEG has no marker without a length before its size: FF %i',
    async (marker) => {
      const marked = Buffer.concat([JPEG.subarray(0, 2), Buffer.from([0xff, marker]), JPEG.subarray(2)]);
      // After such a marker, the library takes the next marker for a length; browsers do not.
      const length = 0xffe0;
      const preview = Buffer.alloc(65_537, 1);
      preview.set([0xff, 0xe2, 0xff, 0xff]);
      const image = Buffer.concat([marked.subarray(0, 22), preview, marked.subarray(22)]);
      JPEG.copy(image, 4 + length, JPEG_SIZE - 5, JPEG_SIZE + 12);
      expect(await decide(image)).toEqual(damaged);
    },
  );

  it('is read in its first megabyte only', async () => {
    const preview = Buffer.alloc(65_537, 1);
    preview.set([0xff, 0xe2, 0xff, 0xff]);
    const withPreviews = (count: number) =>
      Buffer.concat([JPEG.subarray(0, 2), ...Array.from({ length: count }, () => preview), JPEG.subarray(2)]);
    expect(await decide(withPreviews(15))).toMatchObject({ content: { width: 3 } });
    expect(await decide(withPreviews(16))).toEqual(damaged);
  });
});

describe('the check of a hostile image', () => {
  /** Ten megabytes, the largest file, that start like an image. */
  const filled = (start: Buffer, part: Buffer) =>
    Buffer.concat([start, Buffer.alloc(10 * 1024 * 1024 - start.length, part)]);
  const WEBP_START = webpChunk('RIFF', Buffer.from('WEBP'));

  it.each([
    ['a PNG without a header', filled(PNG.subarray(0, 8), Buffer.alloc(1))],
    ['a JPEG of empty segments', filled(JPEG.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, 0]))],
    ['a JPEG of segments of two bytes', filled(JPEG.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, 2]))],
    ['a JPEG of fill bytes', filled(JPEG.subarray(0, 2), Buffer.from([0xff]))],
    ['a JPEG of standalone markers', filled(JPEG.subarray(0, 2), Buffer.from([0xff, 0x01]))],
    ['a JPEG of bytes without a marker', filled(JPEG.subarray(0, 3), Buffer.alloc(1))],
    ['a WebP of chunks without a length', filled(WEBP_START, Buffer.from('VP8 \0\0\0\0'))],
    ['a WebP of unknown chunks', filled(WEBP_START, webpChunk('evil', Buffer.alloc(2)))],
  ])('takes linear time: %s', async (_what, image) => {
    const before = performance.now();
    expect(await decide(image)).toEqual(damaged);
    // Linear time takes some 50 ms; quadratic time takes minutes.
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it.each(IMAGES)(
    'throws no exception for a %s that is cut anywhere or has a changed byte',
    async (_type, image) => {
      for (let at = 0; at < image.length; at++) {
        const changed = Buffer.from(image);
        changed[at] = 255 - (changed[at] ?? 0);
        for (const bytes of [image.subarray(0, at), changed]) {
          expect(await decide(bytes)).toEqual(
            expect.toSatisfy((outcome: object) => 'content' in outcome || 'refusal' in outcome),
          );
        }
      }
    },
  );

  it('recognizes only the picture if another file follows it', async () => {
    const archive = Buffer.concat([png(3, 2), Buffer.from('PK\u0003\u0004<script>alert(1)</script>')]);
    expect(await decide(archive)).toMatchObject({ content: { type: 'png' } });
  });
});

test.each([
  ['a text', 'Order 4711\r\nGrüße\n', 'text'],
  ['a table', 'a;b\n1;2\n', 'text'],
  ['a PDF', '%PDF-1.7\n\u0000\u0001', 'pdf'],
])('%s is recognized by its content', async (_what, content, type) => {
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
