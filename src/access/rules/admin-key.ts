import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The number of random bytes in a key; it has twice as many hexadecimal characters (docs/rules.md, Admin key,
 * 6).
 */
export const KEY_BYTES = 24;

export function formatKey(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Constant-time comparison of a presented key with the key in force. */
export function isSameKey(presented: string, key: string): boolean {
  return isSame(presented, key);
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * How long a browser stays signed in, in seconds: 400 days, the longest that browsers keep a cookie (RFC
 * 6265bis, 5.5).
 */
export const SESSION_SECONDS = 400 * 86_400;

/** A session is renewed on use once its cookie is this old: 30 days. */
const RENEWAL_MS = 30 * 86_400_000;

/**
 * A signed-in browser. `id` is the nonce that all renewals share; it identifies the session and is not
 * secret.
 */
export interface AdminSession {
  id: string;
  issuedAtMs: number;
}

/**
 * The value of a session cookie: issue time and nonce, with an HMAC-SHA-256 over both by the key. It does not
 * contain the key, and only the key in force validates it.
 */
export function issueSession(key: string, issuedAtMs: number, nonce: Uint8Array): string {
  return signed(Buffer.from(nonce).toString('base64url'), key, issuedAtMs);
}

/** A new cookie value if the session's cookie is at least 30 days old; otherwise undefined. */
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

/** A session id with a time in seconds, in base 36. */
function stampOf(id: string, atMs: number): string {
  return `${Math.floor(atMs / 1000).toString(36)}.${id}`;
}

/** Verifies a cookie value; undefined if it is not signed with this key, or older than 400 days. */
export function readSession(value: string, key: string, nowMs: number): AdminSession | undefined {
  const [, text, issuedAt, id] = /^(([0-9a-z]{1,10})\.([\w-]{1,64}))\.[\w-]{43}$/.exec(value) ?? [];
  if (text === undefined || issuedAt === undefined || id === undefined) return undefined;
  if (isOver(text, nowMs) || !isSame(value, `${text}.${signature(text, key)}`)) return undefined;
  return { id, issuedAtMs: Number.parseInt(issuedAt, 36) * 1000 };
}

/**
 * Adds a session to the signed-out ones, and drops expired entries. A copy may have been renewed until the
 * sign-out, so an entry is kept for 400 days after it.
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
