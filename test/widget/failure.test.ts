import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdictOn } from '../../widget/failure.ts';
import { BROKEN, BUSY, OFFLINE, UNDELIVERED } from '../../widget/state.ts';

const reply = (status: number, retryAfter = 0) => ({ status, body: {}, retryAfter });

describe('why a message failed', () => {
  it.each([
    [429, false, true, BUSY],
    [429, true, true, BUSY],
    [0, false, true, BUSY],
    [0, true, true, BROKEN],
    [0, false, false, OFFLINE],
    [0, true, false, BROKEN],
    [502, false, true, BROKEN],
    [503, false, true, UNDELIVERED],
    [403, false, true, UNDELIVERED],
    [409, false, true, UNDELIVERED],
    [200, false, true, UNDELIVERED],
    [200, true, true, BROKEN],
  ])('status %s, stored: %s, online: %s', (status, stored, online, failure) => {
    expect(verdictOn(reply(status), stored, online, 1, 0)[0]).toBe(failure);
  });
});

describe('when it is sent again', () => {
  it.each([
    [1, 4],
    [2, 8],
    [3, 16],
    [4, 32],
    [5, 64],
    [6, 0],
  ])('failure %s in a row without an answer: after %s s', (attempt, seconds) => {
    const [failure, wait] = verdictOn(reply(0), false, true, attempt, 0);
    expect([failure, wait]).toEqual([seconds ? BUSY : UNDELIVERED, seconds]);
  });

  it('is when the service says', () => {
    expect(verdictOn(reply(429, 30), false, true, 1, 1)[1]).toBe(30);
  });

  it('is later each time where the service is busy and does not say, and never later than 96 s', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0, NaN, -1),
        (attempt, random, retryAfter) => {
          const [failure, wait] = verdictOn(reply(429, retryAfter), false, true, attempt, random);
          expect(failure).toBe(BUSY);
          expect(wait).toBeGreaterThanOrEqual(2 ** (attempt + 1));
          expect(wait).toBeLessThanOrEqual(96);
        },
      ),
    );
  });
});
