import { describe, expect, test } from 'vitest';
import { MAX_RETRY_AFTER_MS, outcomeOf } from '../../src/conversations/rules/delivery-outcome.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');

describe('the outcome of a delivery by HTTP status', () => {
  test.each([200, 202, 204])('is a success for status %i', (status) => {
    expect(outcomeOf({ status }, NOW)).toEqual({ ok: true });
  });

  test.each([
    [301, 'redirected'],
    [302, 'redirected'],
    [307, 'redirected'],
    [400, 'refused'],
    [401, 'not-allowed'],
    [403, 'not-allowed'],
    [404, 'gone'],
    [405, 'refused'],
    [410, 'gone'],
    [413, 'too-large'],
  ])('is final for status %i: %s', (status, code) => {
    expect(outcomeOf({ status, retryAfter: '5' }, NOW)).toEqual({ ok: false, code, permanent: true });
  });

  test.each([
    [408, 'hanging'],
    [429, 'throttled'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
    [0, 'unavailable'],
  ])('is to be repeated for status %i: %s', (status, code) => {
    expect(outcomeOf({ status }, NOW)).toEqual({ ok: false, code, permanent: false });
  });
});

describe('the retry delay that a receiver asks for', () => {
  const pause = (retryAfter: string) => {
    const outcome = outcomeOf({ status: 429, retryAfter }, NOW);
    return outcome.ok ? undefined : outcome.retryAfterMs;
  };

  test.each([
    ['0', 0],
    ['17', 17_000],
    ['Sun, 22 Nov 2026 10:01:00 GMT', 60_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['999999999', MAX_RETRY_AFTER_MS],
    ['Sun, 22 Nov 2099 10:00:00 GMT', MAX_RETRY_AFTER_MS],
    ['', undefined],
    ['soon', undefined],
    ['1e9', undefined],
  ])('%j', (header, ms) => {
    expect(pause(header)).toBe(ms);
  });
});
