import { crc32, deflateSync } from 'node:zlib';

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** A PNG with one color. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([47, 91, 234]))]);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Images of 3 × 2 pixels. JPEG and WebP are as Chromium writes them, with a color profile. */
export const PNG = png(3, 2);
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh' +
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB' +
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA' +
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y' +
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM' +
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYI' +
    'DAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQU' +
    'FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/' +
    'xAAZEAEAAgMAAAAAAAAAAAAAAAABAAIDBBH/xAAUAQEAAAAAAAAAAAAAAAAAAAAI/8QAGxEAAgEFAAAAAAAAAAAAAAAAAAECAzIz' +
    'cbH/2gAMAwEAAhEDEQA/AJhoYqGnhClQK8DkREZErmK6hhhpcP/Z',
  'base64',
);
export const WEBP = Buffer.from(
  'UklGRjQCAABXRUJQVlA4WAoAAAAgAAAAAgAAAQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh' +
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB' +
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA' +
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y' +
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM' +
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggRgAAAHACAJ0BKgMAAgAAwBIlqAJ0ugH4AfoA' +
    'AzKV7sAA/vinMZm6m21W+vblf/r11vuJ4TBhf9bB//nMR3/aZI4GdZe4v+lIAAA=',
  'base64',
);
export const GIF = gif(3, 2, 1);

/** An animated GIF without pixel data. */
export function gif(width: number, height: number, frames: number): Buffer {
  const side = (length: number) => [length & 0xff, length >> 8];
  const size = [...side(width), ...side(height)];
  const control = [0x21, 0xf9, 4, 0, 0, 0, 0, 0];
  const image = [...control, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x8c, 0x2d, 0];
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...size, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]),
    ...Array.from({ length: frames }, () => Buffer.from(image)),
    Buffer.from(';'),
  ]);
}

/** A WebP chunk. A chunk of odd length is padded with a zero. */
export function webpChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

/** A WebP from chunks. */
export function webp(...chunks: Buffer[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** A VP8L chunk with a size but without pixel data. */
export function losslessWebp(width: number, height: number): Buffer {
  const bits = Buffer.alloc(5);
  bits.writeUInt8(0x2f);
  bits.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return webpChunk('VP8L', bits);
}
