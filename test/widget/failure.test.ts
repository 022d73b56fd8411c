import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDecision } from '../../widget/panel/failure.ts';
import { BROKEN, BUSY, OFFLINE, UNDELIVERED } from '../../widget/panel/state.ts';

const reply = (status: number, retryAfter = 0) => ({ status, body: {}, retryAfter });

describe('the reason why a message failed', () => {
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
  ])('with status %s, stored: %s, online: %s', (status, stored, online, failure) => {
    expect(retryDecision(reply(status), stored, online, 1)[0]).toBe(failure);
  });
});

describe('the automatic repeat of a failed message', () => {
  it('does not come after the sixth failure in a row', () => {
    expect(retryDecision(reply(0), false, true, 6)).toEqual([UNDELIVERED, 0]);
  });

  it('comes at the time that the service states', () => {
    expect(retryDecision(reply(429, 30), false, true, 1)[1]).toBe(30);
  });

  it('comes after 4 s and twice as late after each failure, or up to half as much later', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom([0, 0], [429, 0], [429, NaN], [429, -1]),
        (attempt, [status = 0, retryAfter]) => {
          const [failure, wait] = retryDecision(reply(status, retryAfter), false, true, attempt);
          const seconds = 2 ** (attempt + 1);
          expect(failure).toBe(BUSY);
          expect(wait).toBeGreaterThanOrEqual(seconds);
          expect(wait).toBeLessThan(seconds * 1.5);
        },
      ),
    );
  });
});
