import { describe, expect, test } from 'vitest';
import {
  evaluate,
  giveBack,
  holdSeat,
  holdsSeat,
  NO_SEATS,
  recordClaim,
  settle,
  type SeatBook,
  type SeatRules,
} from '../../src/domain/seats.ts';

const DAY = 86_400_000;
const T0 = Date.parse('2026-11-20T09:00:00.000Z');
const at = (days: number) => new Date(T0 + days * DAY).toISOString();
const start: SeatRules = { seatQuota: 2, gracePeriodDays: 14, windowDays: 30 };

/** Claims by agents on days after T0, one after the other. */
function claimed(...claims: [oid: string, day: number][]): SeatBook {
  return claims.reduce(
    (book, [oid, day]) => recordClaim(book, { id: oid, oid, at: at(day) }, start, T0 + day * DAY),
    NO_SEATS,
  );
}

function decisionOf(book: SeatBook, oid: string, day: number, rules = start): string {
  return holdSeat(book, { id: `claim-${oid}`, oid }, rules, T0 + day * DAY).decision;
}

describe('seats', () => {
  test.each([
    ['nobody', claimed(), 0, 0],
    ['an agent who claimed now', claimed(['mia', 0]), 0, 1],
    ['an agent who claimed twice', claimed(['mia', 0], ['mia', 3]), 3, 1],
    ['two agents', claimed(['mia', 0], ['lee', 1]), 1, 2],
    ['a claim of just under 30 days ago', claimed(['mia', 0]), 30 - 1e-6, 1],
    ['a claim of 30 days ago', claimed(['mia', 0]), 30, 0],
    ['an agent who claimed again in the meantime', claimed(['mia', 0], ['mia', 20]), 40, 1],
  ])('%s', (_who, book, day, seatsUsed) => {
    expect(evaluate(book, start, T0 + day * DAY).seatsUsed).toBe(seatsUsed);
  });

  test('the window is a setting', () => {
    expect(evaluate(claimed(['mia', 0]), { ...start, windowDays: 7 }, T0 + 7 * DAY).seatsUsed).toBe(0);
  });

  test('an older claim that is recorded late does not make a seat older', () => {
    const book = recordClaim(claimed(['mia', 5]), { id: 'x', oid: 'mia', at: at(1) }, start, T0 + 5 * DAY);
    expect(book.seats).toEqual({ mia: at(5) });
  });
});

describe('the quota', () => {
  const over = claimed(['mia', 0], ['lee', 0], ['kim', 1]);

  test('is exceeded by the claim that makes the seats more than it, from then on', () => {
    expect(claimed(['mia', 0], ['lee', 0])).not.toHaveProperty('quotaExceededAt');
    expect(over.quotaExceededAt).toBe(at(1));
    expect(recordClaim(over, { id: 'x', oid: 'kim', at: at(2) }, start, T0 + 2 * DAY).quotaExceededAt).toBe(
      at(1),
    );
  });

  test.each([
    [1, 0, false],
    [1.99, 0, false],
    [2, 1, false],
    [14.99, 13, false],
    [15, 14, true],
    [20, 19, true],
  ])('on day %d it is over by %d whole days, blocked: %s', (day, daysOverQuota, blocked) => {
    expect(evaluate(over, start, T0 + day * DAY)).toEqual({
      exceeded: true,
      seatsUsed: 3,
      seatQuota: 2,
      daysOverQuota,
      gracePeriodDays: 14,
      blocked,
      quotaExceededAt: at(1),
    });
  });

  test('within it there is no day over quota and no time of excess', () => {
    expect(evaluate(claimed(['mia', 0]), start, T0)).toEqual({
      exceeded: false,
      seatsUsed: 1,
      seatQuota: 2,
      daysOverQuota: 0,
      gracePeriodDays: 14,
      blocked: false,
    });
  });

  test('the first evaluation that finds it no longer exceeded clears the time, and a later excess starts anew', () => {
    const aged = settle(over, start, T0 + 30 * DAY);
    expect(aged).toEqual({ seats: { kim: at(1) }, held: {} });
    const again = ['mia', 'lee'].reduce(
      (book, oid) => recordClaim(book, { id: oid, oid, at: at(30) }, start, T0 + 30 * DAY),
      over,
    );
    expect(again.quotaExceededAt).toBe(at(30));
  });

  test('a smaller plan makes an excess that the next claim dates', () => {
    const smaller = { ...start, seatQuota: 1 };
    const book = claimed(['mia', 0], ['lee', 0]);
    expect(evaluate(book, smaller, T0 + 20 * DAY)).toMatchObject({
      exceeded: true,
      daysOverQuota: 0,
      blocked: false,
    });
    const dated = recordClaim(book, { id: 'x', oid: 'mia', at: at(20) }, smaller, T0 + 20 * DAY);
    expect(dated.quotaExceededAt).toBe(at(20));
  });
});

describe('who may claim', () => {
  const over = claimed(['mia', 0], ['lee', 0], ['kim', 1]);
  const strict = { ...start, gracePeriodDays: 0 };

  test.each([
    ['a new agent within the quota', claimed(['mia', 0]), 'lee', 0, start, 'held'],
    ['a new agent who makes it exceeded', claimed(['mia', 0], ['lee', 0]), 'kim', 0, start, 'held'],
    ['a new agent in the grace period', over, 'eva', 14, start, 'held'],
    ['a new agent after the grace period', over, 'eva', 15, start, 'refused'],
    ['a holder after the grace period', over, 'kim', 15, start, 'holder'],
    [
      'an agent whose seat has aged, after the grace period',
      claimed(['old', -29], ['mia', 0], ['lee', 0], ['kim', 0]),
      'old',
      15,
      start,
      'refused',
    ],
    ['a new agent once seats have aged', over, 'eva', 30, start, 'held'],
    [
      'a new agent who would exceed a plan without grace',
      claimed(['mia', 0], ['lee', 0]),
      'kim',
      0,
      strict,
      'refused',
    ],
    ['a new agent who takes its last seat', claimed(['mia', 0]), 'lee', 0, strict, 'held'],
  ] as const)('%s', (_who, book, oid, day, rules, decision) => {
    expect(decisionOf(book, oid, day, rules)).toBe(decision);
  });

  test('a refusal tells how the seats stand, and that this agent is blocked', () => {
    expect(holdSeat(over, { id: 'x', oid: 'eva' }, start, T0 + 15 * DAY)).toEqual({
      decision: 'refused',
      quotaStatus: { ...evaluate(over, start, T0 + 15 * DAY), blocked: true },
    });
    expect(holdSeat(claimed(['mia', 0], ['lee', 0]), { id: 'x', oid: 'kim' }, strict, T0)).toMatchObject({
      quotaStatus: { exceeded: false, seatsUsed: 2, blocked: true },
    });
  });
});

describe('a place that is kept for a claim', () => {
  const strict = { ...start, seatQuota: 1, gracePeriodDays: 0 };

  function held(book: SeatBook, id: string, oid: string, nowMs = T0): SeatBook {
    const outcome = holdSeat(book, { id, oid }, strict, nowMs);
    if (outcome.decision !== 'held') throw new Error(outcome.decision);
    return outcome.book;
  }

  test('is no seat yet, but no other agent can take it', () => {
    const book = held(NO_SEATS, 'one', 'mia');
    expect(evaluate(book, strict, T0).seatsUsed).toBe(0);
    expect(holdsSeat(book, 'mia', strict, T0)).toBe(false);
    expect(decisionOf(book, 'lee', 0, strict)).toBe('refused');
    expect(decisionOf(book, 'mia', 0, strict)).toBe('held');
  });

  test('becomes a seat when the claim is recorded', () => {
    const book = recordClaim(held(NO_SEATS, 'one', 'mia'), { id: 'one', oid: 'mia', at: at(0) }, strict, T0);
    expect(book).toEqual({ seats: { mia: at(0) }, held: {} });
  });

  test('is free again when the claim was lost, unless another claim of the same agent still needs it', () => {
    const twice = held(held(NO_SEATS, 'one', 'mia'), 'two', 'mia');
    expect(decisionOf(giveBack(twice, 'one'), 'lee', 0, strict)).toBe('refused');
    expect(giveBack(giveBack(twice, 'one'), 'two')).toEqual(NO_SEATS);
  });

  test('is forgotten a minute after a claim that never ended', () => {
    const book = held(NO_SEATS, 'one', 'mia');
    expect(decisionOf(book, 'lee', 59_999 / DAY, strict)).toBe('refused');
    expect(decisionOf(book, 'lee', 60_000 / DAY, strict)).toBe('held');
  });
});
