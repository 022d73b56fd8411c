import type { QuotaStatus } from './records/plan.ts';

/**
 * The stored agent seats of a deployment. A seat is an agent with a claim in the last days (docs/api.md,
 * Seats). Times are RFC 3339 in UTC.
 */
export interface SeatBook {
  /** The latest claim of each agent, by oid. */
  seats: Readonly<Record<string, string>>;
  /**
   * Seats reserved for claims in progress, by the claim's id. `until` expires an interrupted claim's
   * reservation.
   */
  held: Readonly<Record<string, { oid: string; until: string }>>;
  /** Set by the claim that exceeded the quota. */
  quotaExceededAt?: string;
}

export interface SeatRules {
  seatQuota: number;
  gracePeriodDays: number;
  /** How many days a claim counts as a seat. */
  windowDays: number;
}

export type SeatDecision =
  | { decision: 'holder' }
  /** The seat is reserved in `book` until the claim is recorded or the seat is given back. */
  | { decision: 'held'; book: SeatBook }
  | { decision: 'refused'; quotaStatus: QuotaStatus };

export const NO_SEATS: SeatBook = { seats: {}, held: {} };

/** How long a seat is reserved for a claim; longer than any claim takes. */
const HELD_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether a claim at that time still counts as a seat. */
function counts(claimedAt: string, { windowDays }: SeatRules, nowMs: number): boolean {
  return nowMs - Date.parse(claimedAt) < windowDays * DAY_MS;
}

export function holdsSeat({ seats }: SeatBook, oid: string, rules: SeatRules, nowMs: number): boolean {
  const claimedAt = seats[oid];
  return claimedAt !== undefined && counts(claimedAt, rules, nowMs);
}

function isBlocked(quotaExceededAt: string | undefined, rules: SeatRules, nowMs: number): boolean {
  return daysSince(quotaExceededAt, nowMs) >= rules.gracePeriodDays;
}

function daysSince(at: string | undefined, nowMs: number): number {
  return at === undefined ? 0 : Math.max(0, Math.floor((nowMs - Date.parse(at)) / DAY_MS));
}

/** The quota status at a time: recorded claims count, reservations do not. */
export function evaluate(book: SeatBook, rules: SeatRules, nowMs: number): QuotaStatus {
  const { seats, quotaExceededAt } = settle(book, rules, nowMs);
  const seatsUsed = Object.keys(seats).length;
  const { seatQuota, gracePeriodDays } = rules;
  const exceeded = seatsUsed > seatQuota;
  return {
    exceeded,
    seatsUsed,
    seatQuota,
    daysOverQuota: daysSince(quotaExceededAt, nowMs),
    gracePeriodDays,
    blocked: exceeded && isBlocked(quotaExceededAt, rules, nowMs),
    ...(quotaExceededAt !== undefined && { quotaExceededAt }),
  };
}

/** The book without expired entries: old seats, expired reservations, and an excess that has ended. */
export function settle(book: SeatBook, rules: SeatRules, nowMs: number): SeatBook {
  const { quotaExceededAt } = book;
  const seats = pick(book.seats, (claimedAt) => counts(claimedAt, rules, nowMs));
  const held = pick(book.held, ({ until }) => nowMs < Date.parse(until));
  const exceeded = Object.keys(seats).length > rules.seatQuota;
  return { seats, held, ...(exceeded && quotaExceededAt !== undefined && { quotaExceededAt }) };
}

/** An agent with a seat: since a claim, and until that claim no longer counts. */
export interface SeatHolder {
  oid: string;
  claimedAt: string;
  heldUntil: string;
}

/** The agents with a seat, the newest claim first. */
export function seatHolders(book: SeatBook, rules: SeatRules, nowMs: number): SeatHolder[] {
  return Object.entries(settle(book, rules, nowMs).seats)
    .map(([oid, claimedAt]) => ({
      oid,
      claimedAt,
      heldUntil: new Date(Date.parse(claimedAt) + rules.windowDays * DAY_MS).toISOString(),
    }))
    .toSorted((one, other) => (one.claimedAt < other.claimedAt ? 1 : -1));
}

/**
 * Decides whether an agent may claim. An agent with a seat always may; another one is refused while new
 * agents are blocked, or would be by this seat (a plan without a grace period). Otherwise a seat is reserved,
 * so that no concurrent claim can take it.
 */
export function holdSeat(
  book: SeatBook,
  claim: { id: string; oid: string },
  rules: SeatRules,
  nowMs: number,
): SeatDecision {
  if (holdsSeat(book, claim.oid, rules, nowMs)) return { decision: 'holder' };
  const settled = settle(book, rules, nowMs);
  const places = new Set([claim.oid, ...Object.keys(settled.seats)]);
  for (const { oid } of Object.values(settled.held)) places.add(oid);
  if (places.size > rules.seatQuota && isBlocked(settled.quotaExceededAt, rules, nowMs)) {
    return { decision: 'refused', quotaStatus: { ...evaluate(book, rules, nowMs), blocked: true } };
  }
  const until = new Date(nowMs + HELD_MS).toISOString();
  return {
    decision: 'held',
    book: { ...settled, held: { ...settled.held, [claim.id]: { oid: claim.oid, until } } },
  };
}

/**
 * Records an agent's claim, at a time that is not later than now. The claim that exceeds the quota records
 * that time.
 */
export function recordClaim(
  book: SeatBook,
  claim: { id: string; oid: string; at: string },
  rules: SeatRules,
  nowMs: number,
): SeatBook {
  const settled = giveBack(settle(book, rules, nowMs), claim.id);
  const earlier = settled.seats[claim.oid];
  const at = earlier !== undefined && earlier > claim.at ? earlier : claim.at;
  const next = settle({ ...settled, seats: { ...settled.seats, [claim.oid]: at } }, rules, nowMs);
  const exceeded = Object.keys(next.seats).length > rules.seatQuota;
  return exceeded ? { quotaExceededAt: new Date(nowMs).toISOString(), ...next } : next;
}

/** Frees the seat reserved for a claim. */
export function giveBack(book: SeatBook, claimId: string): SeatBook {
  const { [claimId]: _freed, ...held } = book.held;
  return { ...book, held };
}

function pick<T>(
  entries: Readonly<Record<string, T>>,
  keep: (value: T) => boolean,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => keep(value)));
}
