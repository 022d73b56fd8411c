import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a look into the vault found. Only a definite "no such secret" is `absent`; a look that failed is `unknown`. */
export type VaultReading = { found: 'key'; key: string } | { found: 'absent' } | { found: 'unknown' };

/** Which key opens the admin surface; `anonymous` needs none, `unavailable` opens to nobody. */
export type KeyInForce = { mode: 'gated'; key: string } | { mode: 'anonymous' } | { mode: 'unavailable' };

/**
 * The vault's key counts; where the vault yields none, the legacy key does (specification, Settings, ADMIN_KEY). Without
 * that, only a definite absence opens the gate, and only while the store has no key on record: a vault that fails, holds a blank
 * secret or has lost its secret never does.
 */
export function keyInForce(
  reading: VaultReading,
  legacyKey: string | undefined,
  isKeyRecorded: boolean,
): KeyInForce {
  if (reading.found === 'key' && reading.key.trim() !== '') return { mode: 'gated', key: reading.key };
  if (reading.found !== 'key' && legacyKey !== undefined) return { mode: 'gated', key: legacyKey };
  return reading.found === 'absent' && !isKeyRecorded ? { mode: 'anonymous' } : { mode: 'unavailable' };
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

/** A session that is used is renewed once its cookie is this old: 30 days. */
const RENEWAL_MS = 30 * 86_400_000;

/** A browser's session. `id` is the nonce, which all its renewals share; it tells sessions apart and is no secret. */
export interface AdminSession {
  id: string;
  issuedAtMs: number;
}

/**
 * The value of a session cookie: issue time and nonce, and an HMAC-SHA-256 over both that is made with the key. It holds
 * no key, and no key but the one in force makes it valid.
 */
export function issueSession(key: string, issuedAtMs: number, nonce: Uint8Array): string {
  return signed(Buffer.from(nonce).toString('base64url'), key, issuedAtMs);
}

/** A new cookie for a session whose cookie is 30 days old or older; undefined for a younger one. */
export function renewSession(
  { id, issuedAtMs }: AdminSession,
  key: string,
  nowMs: number,
): string | undefined {
  return nowMs - issuedAtMs >= RENEWAL_MS ? signed(id, key, nowMs) : undefined;
}

function signed(id: string, key: string, issuedAtMs: number): string {
  const text = stampOf(id, issuedAtMs);
  return `${text}.${signature(text, key)}`;
}

/** A session id with a time, in seconds in base 36. */
function stampOf(id: string, atMs: number): string {
  return `${Math.floor(atMs / 1000).toString(36)}.${id}`;
}

/** The session that a cookie's value stands for, or undefined where this key did not make it or its time is over. */
export function readSession(value: string, key: string, nowMs: number): AdminSession | undefined {
  const [, text, issuedAt, id] = /^(([0-9a-z]{1,10})\.([\w-]{1,64}))\.[\w-]{43}$/.exec(value) ?? [];
  if (text === undefined || issuedAt === undefined || id === undefined) return undefined;
  if (isOver(text, nowMs) || !isSame(value, `${text}.${signature(text, key)}`)) return undefined;
  return { id, issuedAtMs: Number.parseInt(issuedAt, 36) * 1000 };
}

/**
 * The list of sessions that were signed out, with one more and without those whose cookies are all over: a copy can have been
 * renewed until the sign-out, so an entry is kept for 400 days after it.
 */
export function withSignedOut(signedOut: readonly string[], id: string, nowMs: number): readonly string[] {
  const live = signedOut.filter((stamp) => !isOver(stamp, nowMs));
  return isSignedOut(live, id) ? live : [...live, stampOf(id, nowMs)];
}

export function isSignedOut(signedOut: readonly string[], id: string): boolean {
  return signedOut.some((stamp) => stamp.slice(stamp.indexOf('.') + 1) === id);
}

/** Whether 400 days have passed since a stamp's time. */
function isOver(stamp: string, nowMs: number): boolean {
  return nowMs / 1000 >= Number.parseInt(stamp, 36) + SESSION_SECONDS;
}

function signature(id: string, key: string): string {
  return createHmac('sha256', key).update(`admin-session:${id}`).digest('base64url');
}
