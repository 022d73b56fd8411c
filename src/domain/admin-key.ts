import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a look into the vault found. Only a definite "no such secret" is `absent`; a look that failed is `unknown`. */
export type VaultReading = { found: 'key'; key: string } | { found: 'absent' } | { found: 'unknown' };

/** Which key opens the admin surface; `anonymous` needs none, `unavailable` opens to nobody. */
export type KeyInForce = { mode: 'gated'; key: string } | { mode: 'anonymous' } | { mode: 'unavailable' };

/**
 * The vault's key counts; where the vault yields none, the legacy key does (specification, Settings, ADMIN_KEY). Without
 * that, only a definite absence opens the gate: a vault that fails, or holds a blank secret, never does.
 */
export function keyInForce(reading: VaultReading, legacyKey: string | undefined): KeyInForce {
  if (reading.found === 'key' && reading.key.trim() !== '') return { mode: 'gated', key: reading.key };
  if (reading.found !== 'key' && legacyKey !== undefined) return { mode: 'gated', key: legacyKey };
  return reading.found === 'absent' ? { mode: 'anonymous' } : { mode: 'unavailable' };
}

/** How many random bytes a key is made of; twice as many hexadecimal characters (specification, Admin key, 6). */
export const KEY_BYTES = 24;

/** Writes random bytes as a key. */
export function formatKey(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Whether a presented key is the key in force; the time it takes tells nothing of either. */
export function isSameKey(presented: string, key: string): boolean {
  return isSame(presented, key);
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** How long a browser stays signed in, in seconds: 400 days, the longest that browsers keep a cookie (RFC 6265bis, 5.5). */
export const SESSION_SECONDS = 400 * 86_400;

/** A browser's session. `id` tells sessions apart and is no secret. */
export interface AdminSession {
  id: string;
}

/**
 * The value of a session cookie: issue time and nonce, and an HMAC-SHA-256 over both that is made with the key. It holds
 * no key, and no key but the one in force makes it valid.
 */
export function issueSession(key: string, issuedAtMs: number, nonce: Uint8Array): string {
  const id = `${Math.floor(issuedAtMs / 1000).toString(36)}.${Buffer.from(nonce).toString('base64url')}`;
  return `${id}.${signature(id, key)}`;
}

/** The session that a cookie's value stands for, or undefined where this key did not make it or its time is over. */
export function readSession(value: string, key: string, nowMs: number): AdminSession | undefined {
  const id = /^([0-9a-z]{1,10}\.[\w-]{1,64})\.[\w-]{43}$/.exec(value)?.[1];
  if (id === undefined || isSessionOver(id, nowMs)) return undefined;
  return isSame(value, `${id}.${signature(id, key)}`) ? { id } : undefined;
}

/** Whether a session's 400 days have passed. */
export function isSessionOver(id: string, nowMs: number): boolean {
  const issuedAtSeconds = Number.parseInt(id, 36);
  return nowMs / 1000 >= issuedAtSeconds + SESSION_SECONDS;
}

function signature(id: string, key: string): string {
  return createHmac('sha256', key).update(`admin-session:${id}`).digest('base64url');
}
