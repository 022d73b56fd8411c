import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../ports.ts';

/** A UUID of version 8 (RFC 9562 §5.8): half of it is random, the rest is a MAC of that half. */
export function attachmentIds(random: Random, key: () => Promise<Uint8Array>) {
  async function sign(half: Uint8Array): Promise<Buffer> {
    const mac = createHmac('sha256', await key())
      .update(half)
      .digest();
    const bytes = Buffer.concat([half, mac.subarray(0, 8)]);
    // The variant of RFC 9562.
    bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
    return bytes;
  }

  return {
    async create(): Promise<string> {
      const half = Buffer.from(random.bytes(8));
      half[6] = (half.readUInt8(6) & 0x0f) | 0x80;
      return (await sign(half)).toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
    },
    /** Whether this deployment issued the id. */
    async isOwn(id: string): Promise<boolean> {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
      return bytes.length === 16 && timingSafeEqual(bytes, await sign(bytes.subarray(0, 8)));
    },
  };
}

/**
 * Ids of files with a message authentication code, so that requests with invented ids are refused without a
 * read of the store (ADR 26).
 */
export type AttachmentIds = ReturnType<typeof attachmentIds>;
