import { describe, expect, test } from 'vitest';
import { MAX_RETRY_AFTER_MS, outcomeOf } from '../../src/domain/workflow-outcome.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');

describe('what the answer of a workflow means', () => {
  test.each([200, 202, 204])('%i: accepted', (status) => {
    expect(outcomeOf({ status }, NOW)).toEqual({ accepted: true });
  });

  test.each([
    [301, 'redirected'],
    [302, 'redirected'],
    [307, 'redirected'],
    [400, 'refused'],
    [401, 'not-allowed'],
    [403, 'not-allowed'],
    [404, 'workflow-gone'],
    [405, 'refused'],
    [410, 'workflow-gone'],
    [413, 'refused'],
  ])('%i: %s, and a repeat would not help', (status, code) => {
    expect(outcomeOf({ status, retryAfter: '5' }, NOW)).toEqual({ accepted: false, code, permanent: true });
  });

  test.each([
    [408, 'timed-out'],
    [429, 'throttled'],
    [500, 'failed'],
    [502, 'failed'],
    [503, 'failed'],
    [504, 'failed'],
    [0, 'failed'],
  ])('%i: %s, to be repeated', (status, code) => {
    expect(outcomeOf({ status }, NOW)).toEqual({ accepted: false, code, permanent: false });
  });
});

describe('the pause that a workflow asks for', () => {
  const pause = (retryAfter: string) => {
    const outcome = outcomeOf({ status: 429, retryAfter }, NOW);
    return outcome.accepted ? undefined : outcome.retryAfterMs;
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
