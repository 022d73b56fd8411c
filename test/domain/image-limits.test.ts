import { describe, expect, test } from 'vitest';
import { decide, decideInTurns, hiddenData, tooLarge } from './support/decided-content.ts';
import { animatedWebp, pngWith } from './support/image-parts.ts';
import { gif, JPEG, losslessWebp, PNG, pngChunk, webp } from '../support/files/images.ts';

/** The PNG with another size in its header. */
function sizedPng(width: number, height: number): Buffer {
  const header = Buffer.from(PNG.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([PNG.subarray(0, 8), pngChunk('IHDR', header), PNG.subarray(33)]);
}

/** The JPEG with another size in its frame. */
function sizedJpeg(width: number, height: number): Buffer {
  const image = Buffer.from(JPEG);
  const frame = image.indexOf(Buffer.from([0xff, 0xc0]));
  image.writeUInt16BE(height, frame + 5);
  image.writeUInt16BE(width, frame + 7);
  return image;
}

/** A PNG that is an animation of this many frames of its size. */
function animatedPng(frames: number): Buffer {
  const control = Buffer.alloc(26);
  control.writeUInt32BE(3, 4);
  control.writeUInt32BE(2, 8);
  const frame = Buffer.concat([pngChunk('fcTL', control), pngChunk('fdAT', Buffer.alloc(6))]);
  return pngWith(
    Buffer.concat([pngChunk('acTL', Buffer.alloc(8)), ...Array.from({ length: frames }, () => frame)]),
  );
}

describe.each([
  ['PNG', sizedPng],
  ['JPEG', sizedJpeg],
  ['GIF', (width: number, height: number) => gif(width, height, 1)],
  ['WebP', (width: number, height: number) => webp(losslessWebp(width, height))],
])('a %s', (_format, sized) => {
  test('of 40 megapixels may be sent, a larger one may not', async () => {
    expect(await decide(sized(8000, 5000))).toMatchObject({ content: { width: 8000, height: 5000 } });
    expect(await decide(sized(8000, 5001))).toEqual(tooLarge);
    expect(await decide(sized(16_000, 16_000))).toEqual(tooLarge);
  });
});

test('a small PNG file of 23 000 × 23 000 pixels is refused', async () => {
  expect(await decide(sizedPng(23_000, 23_000))).toEqual(tooLarge);
});

describe.each([
  ['PNG', animatedPng],
  ['GIF', (frames: number) => gif(3, 2, frames)],
  ['WebP', (frames: number) => animatedWebp(losslessWebp(3, 2), frames)],
])('an animated %s', (_format, animated) => {
  test('of 200 frames may be sent, a longer one may not', async () => {
    expect(await decide(animated(200), 4096)).toMatchObject({ content: { width: 3 } });
    expect(await decide(animated(201), 4096)).toEqual(tooLarge);
  });
});

test('an image of very many tiny parts is given up', async () => {
  const parts = Array.from({ length: 20_000 }, () => pngChunk('IDAT', Buffer.alloc(1)));
  expect(await decide(pngWith(Buffer.concat(parts)), 524_288)).toEqual(hiddenData);
});

test('other work can run while the parts of an image are checked', async () => {
  const parts = Buffer.concat(Array.from({ length: 5000 }, () => pngChunk('IDAT', Buffer.alloc(1))));
  const { turns } = await decideInTurns(pngWith(parts), 524_288);
  expect(turns).toBeGreaterThan(20);
});

test('the blocks of a GIF are passed over in few steps, however short they are', async () => {
  const image = gif(3, 2, 1);
  const flood = Buffer.alloc(296_000, Buffer.from([1, 0x2d]));
  const data = image.length - 5;
  const many = Buffer.concat([image.subarray(0, data), flood, image.subarray(data)]);
  const { decided, turns } = await decideInTurns(many, 524_288);
  expect(decided).toMatchObject({ content: { type: 'gif' } });
  expect(turns).toBe(0);
});
