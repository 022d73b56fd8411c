import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG with its checksum. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** A PNG of one color. */
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

/** 3 × 2 pixels in each format; all but the PNG have the structure alone. */
export const PNG = png(3, 2);
export const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb000300ffc0000b080002000301011100ffc40003' +
    '00ffda0008010100003f00d2ff00cfffd0a1ffd9',
  'hex',
);
export const GIF = Buffer.from(
  `${Buffer.from('GIF89a').toString('hex')}03000200800000000000ffffff21f90401000000002c00000000030002000002028c2d003b`,
  'hex',
);
export const WEBP = (() => {
  const frame = Buffer.from('30010009d012a0300020000000000', 'hex');
  frame.set([0x9d, 0x01, 0x2a, 3, 0, 2, 0], 3);
  const chunk = Buffer.concat([Buffer.from('VP8 '), length(frame.length), frame]);
  const body = Buffer.concat([Buffer.from('WEBP'), chunk, Buffer.alloc(frame.length % 2)]);
  return Buffer.concat([Buffer.from('RIFF'), length(body.length), body]);
})();

function length(bytes: number): Buffer {
  const written = Buffer.alloc(4);
  written.writeUInt32LE(bytes);
  return written;
}
