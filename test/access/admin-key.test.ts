import { describe, expect, test } from 'vitest';
import {
  formatKey,
  isSameKey,
  isSignedOut,
  issueSession,
  KEY_BYTES,
  readSession,
  renewSession,
  SESSION_SECONDS,
  withSignedOut,
} from '../../src/access/rules/admin-key.ts';

const KEY = 'a1'.repeat(24);
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-20T17:24:00.000Z');
const nonce = Uint8Array.from({ length: 16 }, (_, index) => index);

test('a key is 48 hexadecimal characters', () => {
  expect(formatKey(new Uint8Array(KEY_BYTES).fill(0xa1))).toBe(KEY);
  expect(KEY).toMatch(/^[0-9a-f]{48}$/);
});

test.each([
  ['the key itself', KEY, true],
  ['another key', 'b2'.repeat(24), false],
  ['a part of it', KEY.slice(0, -1), false],
  ['it in capitals', KEY.toUpperCase(), false],
  ['more than it', `${KEY} `, false],
  ['nothing', '', false],
])('only the whole admin key is accepted: %s', (_, presented, same) => {
  expect(isSameKey(presented, KEY)).toBe(same);
});

describe('the session cookie of an admin', () => {
  const value = issueSession(KEY, NOW, nonce);

  test('is valid from its issue until 400 days have passed', () => {
    const { id } = readSession(value, KEY, NOW) ?? {};
    expect(readSession(value, KEY, NOW + (SESSION_SECONDS - 1) * 1000)).toEqual({ id, issuedAtMs: NOW });
    expect(readSession(value, KEY, NOW + SESSION_SECONDS * 1000)).toBeUndefined();
  });

  test('is renewed after 30 days, with the same id, for another 400 days', () => {
    const open = readSession(value, KEY, NOW) ?? { id: '', issuedAtMs: 0 };
    expect(renewSession(open, KEY, NOW + 30 * DAY_MS - 1)).toBeUndefined();
    const later = NOW + 30 * DAY_MS;
    const renewed = renewSession(open, KEY, later) ?? '';
    expect(readSession(renewed, KEY, later + (SESSION_SECONDS - 1) * 1000)).toEqual({
      id: open.id,
      issuedAtMs: later,
    });
  });

  test('that was signed out stays on the list for as long as a renewed copy of it is valid', () => {
    const { id = '' } = readSession(value, KEY, NOW) ?? {};
    const outAt = NOW + 100 * DAY_MS;
    const list = withSignedOut([], id, outAt);
    expect(isSignedOut(list, id)).toBe(true);
    expect(isSignedOut(list, id.slice(1))).toBe(false);
    expect(withSignedOut(list, id, outAt + 1000)).toEqual(list);
    const [kept] = [withSignedOut(list, 'other', outAt + (SESSION_SECONDS - 1) * 1000)];
    expect(isSignedOut(kept, id)).toBe(true);
    expect(isSignedOut(withSignedOut(list, 'other', outAt + SESSION_SECONDS * 1000), id)).toBe(false);
  });

  test('contains no part of the admin key', () => {
    expect(value).not.toContain(KEY.slice(0, 8));
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain(KEY.slice(0, 8));
  });

  test('and its id differ for each nonce', () => {
    const other = issueSession(KEY, NOW, new Uint8Array(16));
    expect(other).not.toBe(value);
    expect(readSession(other, KEY, NOW)?.id).not.toBe(readSession(value, KEY, NOW)?.id);
  });

  test('is invalid under any other admin key', () => {
    expect(readSession(value, 'b2'.repeat(24), NOW)).toBeUndefined();
  });

  test('is invalid if its holder changes the issue time', () => {
    const [, ...rest] = value.split('.');
    const later = Math.floor(NOW / 1000 + 1000).toString(36);
    expect(readSession([later, ...rest].join('.'), KEY, NOW)).toBeUndefined();
  });

  test.each(['', '.', '..', 'a.b.c', value.slice(0, -1), `${value}A`, ` ${value}`, `${value}.x`, '\u0000'])(
    'is not %j',
    (forged) => {
      expect(readSession(forged, KEY, NOW)).toBeUndefined();
    },
  );

  test('is refused if any single character differs', () => {
    for (let at = 0; at < value.length; at++) {
      const swapped = value[at] === '0' ? '1' : '0';
      const forged = `${value.slice(0, at)}${swapped}${value.slice(at + 1)}`;
      expect(readSession(forged, KEY, NOW), `at ${at}`).toBeUndefined();
    }
  });
});
