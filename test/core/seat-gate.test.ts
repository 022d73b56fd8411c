import { describe, expect, test } from 'vitest';
import {
  decideClaim,
  evaluate,
  revertClaim,
  NO_SEATS,
  withoutExpired,
  type ClaimDecision,
  type SeatRules,
} from '../../src/core/seat-gate.ts';
import type { SeatBook } from '../../src/publisher/records/seat-book.ts';
import { seatHolders } from '../../src/publisher/rules/seat-holders.ts';
import { lee, mia, sessionIn } from '../support/stores/session-in.ts';

const DAY = 86_400_000;
const T0 = Date.parse('2026-11-20T09:00:00.000Z');
const at = (days: number) => new Date(T0 + days * DAY).toISOString();
const start: SeatRules = { seatQuota: 2, gracePeriodDays: 14, windowDays: 30 };
const strict: SeatRules = { ...start, gracePeriodDays: 0 };

/** Decides a claim of an open session on a day after T0. */
function decide(
  book: SeatBook,
  oid: string,
  day: number,
  rules = start,
  id = `${oid} ${day}`,
): ClaimDecision {
  const trigger = { type: 'claim', agent: { oid, name: oid } } as const;
  return decideClaim({ id, trigger, session: sessionIn('open') }, book, rules, T0 + day * DAY);
}

function afterClaim(book: SeatBook, oid: string, day: number, rules = start, id?: string): SeatBook {
  const decided = decide(book, oid, day, rules, id);
  if (decided.decision !== 'claimed') throw new Error(decided.decision);
  return decided.book;
}

/** Claims by agents on days after T0, one after the other. */
function claimed(...claims: [oid: string, day: number][]): SeatBook {
  return claims.reduce((book, [oid, day]) => afterClaim(book, oid, day), NO_SEATS);
}

describe('the checks of a claim', () => {
  const full = claimed(['a', 0], ['b', 0]);
  const claimOf = (session: ReturnType<typeof sessionIn> | undefined, agent = lee) =>
    decideClaim({ id: 'x', trigger: { type: 'claim', agent }, session }, full, strict, T0);

  test.each([
    ['an unknown session', claimOf(undefined), 'session-not-found'],
    ['a closed session', claimOf(sessionIn('closed')), 'session-closed'],
    ['a session of another agent', claimOf(sessionIn('claimed')), 'already-claimed'],
  ] as const)('%s is refused before the seats are checked', (_what, decided, refusal) => {
    expect(decided).toEqual({ decision: 'refused', refusal });
  });

  test('a second claim by the claiming agent takes no further seat', () => {
    const decided = claimOf(sessionIn('claimed'), mia);
    expect(decided).toMatchObject({ decision: 'repeat', quotaStatus: { seatsUsed: 2 } });
    expect(decided).not.toHaveProperty('book');
  });

  test('a transfer takes a seat for the new agent, and none for the previous agent', () => {
    const trigger = { type: 'transfer', agent: mia, to: lee } as const;
    const session = sessionIn('claimed');
    const decided = decideClaim({ id: 'x', trigger, session }, claimed(['a', 0]), strict, T0);
    expect(decided).toMatchObject({ decision: 'claimed', session: { claimedBy: lee.oid } });
    expect(decideClaim({ id: 'x', trigger, session }, full, strict, T0).decision).toBe('blocked');
  });
});

describe('the number of seats used', () => {
  test.each([
    ['no agent', claimed(), 0, 0],
    ['an agent who claimed now', claimed(['mia', 0]), 0, 1],
    ['an agent who claimed twice', claimed(['mia', 0], ['mia', 3]), 3, 1],
    ['two agents', claimed(['mia', 0], ['lee', 1]), 1, 2],
    ['a claim of just under 30 days ago', claimed(['mia', 0]), 30 - 1e-6, 1],
    ['a claim of 30 days ago', claimed(['mia', 0]), 30, 0],
    ['an agent who claimed again in the meantime', claimed(['mia', 0], ['mia', 20]), 40, 1],
  ])('for %s', (_who, book, day, seatsUsed) => {
    expect(evaluate(book, start, T0 + day * DAY).seatsUsed).toBe(seatsUsed);
  });

  test('depends on the configured window', () => {
    expect(evaluate(claimed(['mia', 0]), { ...start, windowDays: 7 }, T0 + 7 * DAY).seatsUsed).toBe(0);
  });

  test('the seat holders are listed with their latest claim, newest first', () => {
    const holders = seatHolders(claimed(['mia', 0], ['lee', 1], ['mia', 2]), start, T0 + 2 * DAY);
    expect(holders).toEqual([
      { oid: 'mia', claimedAt: at(2), heldUntil: at(32) },
      { oid: 'lee', claimedAt: at(1), heldUntil: at(31) },
    ]);
  });
});

describe('the quota', () => {
  const over = claimed(['mia', 0], ['lee', 0], ['kim', 1]);

  test('is exceeded from the first claim that takes more seats than it allows', () => {
    expect(claimed(['mia', 0], ['lee', 0])).not.toHaveProperty('quotaExceededAt');
    expect(over.quotaExceededAt).toBe(at(1));
    expect(afterClaim(over, 'kim', 2).quotaExceededAt).toBe(at(1));
  });

  test.each([
    [1, 0, false],
    [1.99, 0, false],
    [2, 1, false],
    [14.99, 13, false],
    [15, 14, true],
    [20, 19, true],
  ])('on day %d has been exceeded for %d whole days, blocked: %s', (day, daysOverQuota, blocked) => {
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

  test('has no days over quota and no date while it is not exceeded', () => {
    expect(evaluate(claimed(['mia', 0]), start, T0)).toEqual({
      exceeded: false,
      seatsUsed: 1,
      seatQuota: 2,
      daysOverQuota: 0,
      gracePeriodDays: 14,
      blocked: false,
    });
  });

  test('is no longer exceeded when seats expire, and a later excess gets a new date', () => {
    expect(withoutExpired(over, start, T0 + 30 * DAY)).toEqual({ seats: { kim: at(1) }, recentClaims: {} });
    const again = ['mia', 'lee'].reduce((book, oid) => afterClaim(book, oid, 30), over);
    expect(again.quotaExceededAt).toBe(at(30));
  });

  test('is exceeded immediately after a change to a smaller plan, and dated by the next claim', () => {
    const smaller = { ...start, seatQuota: 1 };
    const book = claimed(['mia', 0], ['lee', 0]);
    const status = evaluate(book, smaller, T0 + 20 * DAY);
    expect(status).toMatchObject({ exceeded: true, daysOverQuota: 0, blocked: false });
    expect(afterClaim(book, 'mia', 20, smaller).quotaExceededAt).toBe(at(20));
  });
});

describe('who may claim', () => {
  const over = claimed(['mia', 0], ['lee', 0], ['kim', 1]);
  const aged = claimed(['old', -29], ['mia', 0], ['lee', 0], ['kim', 0]);

  test.each([
    ['a new agent may claim within the quota', claimed(['mia', 0]), 'lee', 0, start, 'claimed'],
    [
      'a new agent may claim and exceed the quota',
      claimed(['mia', 0], ['lee', 0]),
      'kim',
      0,
      start,
      'claimed',
    ],
    ['a new agent may claim in the grace period', over, 'eva', 14, start, 'claimed'],
    ['a new agent may not claim after the grace period', over, 'eva', 15, start, 'blocked'],
    ['a seat holder may claim after the grace period', over, 'kim', 15, start, 'claimed'],
    [
      'an agent whose seat has expired may not claim after the grace period',
      aged,
      'old',
      15,
      start,
      'blocked',
    ],
    ['a new agent may claim after seats have expired', over, 'eva', 30, start, 'claimed'],
    [
      'a new agent may not exceed a plan without a grace period',
      claimed(['a', 0], ['b', 0]),
      'kim',
      0,
      strict,
      'blocked',
    ],
    [
      'a new agent may take the last seat of a plan without a grace period',
      claimed(['mia', 0]),
      'lee',
      0,
      strict,
      'claimed',
    ],
  ] as const)('%s', (_who, book, oid, day, rules, decision) => {
    expect(decide(book, oid, day, rules).decision).toBe(decision);
  });

  test('the outcome of a blocked claim has the state of the seats', () => {
    const status = evaluate(over, start, T0 + 15 * DAY);
    expect(decide(over, 'eva', 15)).toEqual({
      decision: 'blocked',
      quotaStatus: { ...status, blocked: true },
    });
    const full = claimed(['mia', 0], ['lee', 0]);
    expect(decide(full, 'kim', 0, strict)).toMatchObject({
      quotaStatus: { exceeded: false, seatsUsed: 2, blocked: true },
    });
  });

  test('the outcome of a claim counts the seat that it takes', () => {
    const decided = decide(claimed(['mia', 0], ['lee', 0]), 'kim', 1);
    expect(decided).toMatchObject({ quotaStatus: { exceeded: true, seatsUsed: 3, daysOverQuota: 0 } });
  });
});

describe('a claim that is reverted because another write won the session', () => {
  const one = { ...strict, seatQuota: 1 };
  const returned = (book: SeatBook, id: string, day = 0) => revertClaim(book, id, one, T0 + day * DAY);

  test('leaves no new seat and no date of an excess', () => {
    const before = claimed(['mia', 0], ['lee', 0]);
    const after = revertClaim(afterClaim(before, 'kim', 1, start, 'kim 1'), 'kim 1', start, T0 + DAY);
    expect(after).toEqual(withoutExpired(before, start, T0 + DAY));
  });

  test('leaves an excess undated if it dated it, and keeps the date of another claim', () => {
    const smaller = { ...start, seatQuota: 1 };
    const before = claimed(['mia', 0], ['lee', 0]);
    const dated = afterClaim(before, 'mia', 1, smaller, 'lost');
    expect(dated.quotaExceededAt).toBe(at(1));
    expect(revertClaim(dated, 'lost', smaller, T0 + DAY)).not.toHaveProperty('quotaExceededAt');
    const kept = afterClaim(afterClaim(before, 'mia', 1, smaller, 'won'), 'lee', 1, smaller, 'lost');
    expect(revertClaim(kept, 'lost', smaller, T0 + DAY).quotaExceededAt).toBe(at(1));
  });

  test('leaves an earlier seat with its date', () => {
    const book = afterClaim(claimed(['mia', 0]), 'mia', 20, start, 'late');
    expect(evaluate(revertClaim(book, 'late', start, T0 + 20 * DAY), start, T0 + 30 * DAY).seatsUsed).toBe(0);
  });

  test('keeps the seat of a concurrent claim by the same agent', () => {
    const twice = afterClaim(afterClaim(NO_SEATS, 'mia', 0, one, 'first'), 'mia', 0, one, 'second');
    expect(decide(returned(twice, 'first'), 'lee', 0, one).decision).toBe('blocked');
    expect(decide(returned(twice, 'second'), 'lee', 0, one).decision).toBe('blocked');
    expect(returned(returned(twice, 'first'), 'second')).toEqual(NO_SEATS);
  });

  test('is repeated with the same id without a second seat', () => {
    const book = afterClaim(NO_SEATS, 'mia', 0, one, 'first');
    expect(afterClaim(book, 'mia', 1 / DAY, one, 'first')).toEqual(book);
  });

  test('cannot be reverted after a minute, when its seat is final', () => {
    const book = afterClaim(NO_SEATS, 'mia', 0, one, 'first');
    expect(evaluate(returned(book, 'first', 59_999 / DAY), one, T0 + 60_000).seatsUsed).toBe(0);
    expect(returned(book, 'first', 60_000 / DAY)).toEqual(NO_SEATS);
    const entered = withoutExpired(book, one, T0 + 60_000);
    expect(entered).toEqual({ seats: { mia: at(0) }, recentClaims: {} });
  });
});
