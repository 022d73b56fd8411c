import { createHash } from 'node:crypto';

/** Formats 16 bytes as a UUID of a version (RFC 9562 §4). */
export function uuidOfBytes(bytes: Uint8Array, version: number): string {
  const hex = Buffer.from(bytes).toString('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `${version}${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

/**
 * A deterministic id for a purpose and an id, so that a repeat is stored once (RFC 9562 §5.8). `version`: of
 * the UUID.
 */
export function derivedId(purpose: string, id: string, version = 8): string {
  return uuidOfBytes(createHash('sha256').update(`${purpose}:${id}`).digest().subarray(0, 16), version);
}
