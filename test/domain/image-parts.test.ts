import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decide, hiddenData } from './support/decided-content.ts';
import {
  animatedWebp,
  exifData,
  gifWith,
  jpegWith,
  jpegWithProfile,
  PLAIN_EXIF,
  pngWith,
  PROFILE,
  profileWith,
  webpWith,
} from './support/image-parts.ts';
import { JPEG, losslessWebp, PNG, pngChunk, webp, webpCanvas, webpChunk } from '../support/files/images.ts';

const SCRIPT = Buffer.from('<script>alert(1)</script>');
const ARCHIVE = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);
const PLACE = Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0 52.5163 N, 13.3777 E', 'latin1');
const GPS = exifData([[0x8825, 4, 1, 26]], exifData([[1, 2, 2, 0x4e000000]]).subarray(8));
const CANVAS_MARK = pngChunk('deBG', Buffer.from('4AC671D1C50B93E8'));
const JFIF = Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1');
const exif = (content: Buffer) => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), content]);

/** The PNG with one byte of its picture's data changed. */
const wrongSum = (() => {
  const image = Buffer.from(PNG);
  image[45] = (image[45] ?? 0) ^ 1;
  return image;
})();

/** The JPEG with the same segment of colors twice. */
const twice = (() => {
  const once = jpegWith(0xee, Buffer.from('Adobe\0d\0\0\0\0\u0001'));
  return Buffer.concat([once.subarray(0, 2), once.subarray(2, 18), once.subarray(2)]);
})();

/** The JPEG with another file in the data of its picture. */
const inScan = (file: Buffer) => Buffer.concat([JPEG.subarray(0, -2), file, JPEG.subarray(-2)]);

describe('a PNG is refused with', () => {
  test.each([
    ['a text', pngWith(pngChunk('tEXt', SCRIPT))],
    ['a compressed text', pngWith(pngChunk('zTXt', SCRIPT))],
    ['an unknown chunk', pngWith(pngChunk('evIl', SCRIPT))],
    ['a palette of names that is an archive', pngWith(pngChunk('sPLT', ARCHIVE))],
    [
      'a compressed profile that is a page',
      pngWith(pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(SCRIPT)]))),
    ],
    ['a histogram', pngWith(pngChunk('hIST', SCRIPT))],
    ['more in a chunk than its kind holds', pngWith(pngChunk('gAMA', SCRIPT))],
    [
      'a chunk twice',
      pngWith(Buffer.concat([pngChunk('gAMA', Buffer.alloc(4)), pngChunk('gAMA', Buffer.alloc(4))])),
    ],
    ['a chunk that is longer than the file', pngWith(Buffer.from([0x7f, 0, 0, 0, 0x49, 0x44, 0x41, 0x54]))],
    ['a wrong checksum', wrongSum],
    ['a position', pngWith(pngChunk('eXIf', GPS))],
    ['a mark of a canvas that is no number', pngWith(pngChunk('deBG', Buffer.from('<script></script')))],
    ['a mark of a canvas that is too long', pngWith(pngChunk('deBG', Buffer.from('4AC671D1C50B93E8A')))],
    ['two marks of a canvas', pngWith(Buffer.concat([CANVAS_MARK, CANVAS_MARK]))],
    ['an archive in the data of its picture', pngWith(pngChunk('IDAT', ARCHIVE))],
    ['a PDF in the data of its picture', pngWith(pngChunk('IDAT', Buffer.from('%PDF-1.7')))],
  ])('%s', async (_what, image) => {
    expect(await decide(image)).toEqual(hiddenData);
  });
});

describe('a JPEG is refused with', () => {
  test.each([
    ['a comment', jpegWith(0xfe, SCRIPT)],
    ['a position in its first segment', jpegWith(0xe0, PLACE)],
    [
      'a preview in its first segment',
      jpegWith(0xe0, Buffer.concat([JFIF.subarray(0, 12), Buffer.from([1, 1, 1, 2, 3])])),
    ],
    ['a segment twice', twice],
    ['a position', jpegWith(0xe1, exif(GPS))],
    ['words in the place of Exif', jpegWith(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>'))],
    ['all that a camera writes', jpegWith(0xe1, Buffer.alloc(4000))],
    ['an unknown application segment', jpegWith(0xed, SCRIPT)],
    ['more in a table than its kind holds', jpegWith(0xdd, SCRIPT)],
    ['a profile that is a page', jpegWithProfile(SCRIPT)],
    ['markup in a text of its profile', jpegWithProfile(profileWith('cprt', SCRIPT))],
    [
      'markup in UTF-16 in a text of its profile',
      jpegWithProfile(profileWith('cprt', Buffer.from('\0<\0s\0c', 'latin1'))),
    ],
    ['words in a curve of its profile', jpegWithProfile(profileWith('rTRC', SCRIPT))],
    ['words in a color of its profile', jpegWithProfile(profileWith('gXYZ', Buffer.from('5 Main Street')))],
    ['bytes behind its profile', jpegWithProfile(Buffer.concat([PROFILE, SCRIPT]))],
    ['an archive in the data of its picture', inScan(ARCHIVE)],
  ])('%s', async (_what, image) => {
    expect(await decide(image)).toEqual(hiddenData);
  });
});

describe('a GIF or WebP is refused with', () => {
  test.each([
    ['a comment', gifWith('!\xfe\x01a\0')],
    ['words in the control of an image', gifWith('!\xf9\x08<script>\0')],
    ['more than the control of an image', gifWith('!\xf9\x04\0\0\0\0\x05words\0')],
    ['two controls of one image', gifWith('!\xf9\x04\0\0\0\0\0')],
    ['words in the number of its repeats', gifWith('!\xff\x0bNETSCAPE2.0\x08<script>\0')],
    ['metadata in an application extension', gifWith('!\xff\x0bXMP DataXMP\x03<x>\0')],
    ['a script in its size, as GIFAR files have', Buffer.from('GIF89a/*\0\0*/=1;')],
    ['an image that is larger than its screen', gifWith('\x2c\0\0\0\0\xff\0\xff\0\0\x02\0')],
    ['metadata', webpWith(webpChunk('XMP ', SCRIPT))],
    ['a profile that is a page', webpWith(webpChunk('ICCP', SCRIPT))],
    ['a position', webpWith(webpChunk('EXIF', GPS))],
    ['words in the control of its animation', webpWith(webpChunk('ANIM', SCRIPT))],
    [
      'an unknown chunk in a frame',
      animatedWebp(Buffer.concat([losslessWebp(3, 2), webpChunk('evil', SCRIPT)]), 1),
    ],
    ['a picture that is larger than its canvas', webp(webpCanvas(3, 2), losslessWebp(16_000, 16_000))],
    ['two pictures', webp(losslessWebp(3, 2), losslessWebp(3, 2))],
  ])('%s', async (_what, image) => {
    expect(await decide(image)).toEqual(hiddenData);
  });
});

test.each([
  ['PNG', pngWith(pngChunk('eXIf', PLAIN_EXIF)), 'png'],
  ['JPEG', jpegWith(0xe1, exif(PLAIN_EXIF)), 'jpeg'],
  ['WebP', webpWith(webpChunk('EXIF', PLAIN_EXIF)), 'webp'],
])('a %s may tell its own size, as those of some browsers do', async (_name, image, type) => {
  expect(await decide(image)).toMatchObject({ content: { type } });
});

test('a PNG of a canvas in Firefox has the mark of its protection against fingerprinting', async () => {
  expect(await decide(pngWith(CANVAS_MARK))).toMatchObject({ content: { type: 'png' } });
});

test.each([
  ['a GIF that repeats', gifWith('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0')],
  ['an animated WebP', animatedWebp(losslessWebp(3, 2), 2)],
  ['a WebP with a profile', webpWith(webpChunk('ICCP', PROFILE))],
])('%s is a picture', async (_what, image) => {
  expect(await decide(image)).toMatchObject({ content: { width: 3, height: 2 } });
});
