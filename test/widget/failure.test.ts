import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDecision } from '../../widget/failure.ts';
import { BROKEN, BUSY, OFFLINE, UNDELIVERED } from '../../widget/state.ts';

const reply = (status: number, retryAfter = 0) => ({ status, body: {}, retryAfter });

describe('why a message failed', () => {
  it.each([
    [429, false, true, BUSY],
    [429, true, true, BUSY],
    [0, false, true, BUSY],
    [0, true, true, BUSY],
    [0, false, false, OFFLINE],
    [0, true, false, BROKEN],
    [502, false, true, BROKEN],
    [503, false, true, UNDELIVERED],
    [403, false, true, UNDELIVERED],
    [409, false, true, UNDELIVERED],
    [200, false, true, UNDELIVERED],
    [200, true, true, BROKEN],
  ])('status %s, stored: %s, online: %s', (status, stored, online, failure) => {
    expect(retryDecision(reply(status), stored, online, 1)[0]).toBe(failure);
  });
});

describe('when it is sent again', () => {
  it.each([
    [1, 4],
    [2, 8],
    [3, 16],
    [4, 32],
    [5, 64],
  ])('failure %s in a row without an answer: after %s s, or up to half as much later', (attempt, seconds) => {
    const [failure, wait] = retryDecision(reply(0), false, true, attempt);
    expect(failure).toBe(BUSY);
    expect(wait).toBeGreaterThanOrEqual(seconds);
    expect(wait).toBeLessThan(seconds * 1.5);
  });

  it('is not after the sixth in a row', () => {
    expect(retryDecision(reply(0), false, true, 6)).toEqual([UNDELIVERED, 0]);
  });

  it('is when the service says', () => {
    expect(retryDecision(reply(429, 30), false, true, 1)[1]).toBe(30);
  });

  it('is later each time where the service is busy and does not say, and never later than 96 s', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.constantFrom(0, NaN, -1), (attempt, retryAfter) => {
        const [failure, wait] = retryDecision(reply(429, retryAfter), false, true, attempt);
        expect(failure).toBe(BUSY);
        expect(wait).toBeGreaterThanOrEqual(2 ** (attempt + 1));
        expect(wait).toBeLessThanOrEqual(96);
      }),
    );
  });
});
