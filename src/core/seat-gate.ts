import type { ErrorCode } from './errors.ts';
import type { QuotaStatus } from '../publisher/records/plan.ts';
import type { SeatBook } from '../publisher/records/seat-book.ts';
import type { SessionAgent, SessionRecord } from '../conversations/records/session.ts';
import { transition } from './session-state-machine.ts';

/*
 * docs/rules.md, Seats:
 *
 * Trigger  Condition                                      Result
 * claim    seat quota not exceeded                        claimed
 * claim    within the grace period                        claimed; the answer has a quotaStatus block
 * claim    after grace, and the caller is a new agent     unchanged; 403 seat-quota-exceeded
 * claim    after grace, an agent who has already claimed  claimed; the answer has a quotaStatus block
 *
 * A seat is an agent with a claim in the last `windowDays` (docs/api.md, Seats).
 */

export interface SeatRules {
  seatQuota: number;
  gracePeriodDays: number;
  /** How many days a claim counts as a seat. */
  windowDays: number;
}

/** The triggers that assign a session to an agent. */
type AssignTrigger =
  { type: 'claim'; agent: SessionAgent } | { type: 'transfer'; agent: SessionAgent; to: SessionAgent };

/** A request to assign a session to an agent, who then needs a seat. */
export interface SeatClaim {
  /** An idempotency key: repeated decisions with the same id take one seat. */
  id: string;
  trigger: AssignTrigger;
  /** Undefined if it does not exist. */
  session: SessionRecord | undefined;
}

export type ClaimDecision =
  | { decision: 'refused'; refusal: ErrorCode }
  | { decision: 'blocked'; quotaStatus: QuotaStatus }
  | { decision: 'repeat'; session: SessionRecord; quotaStatus: QuotaStatus }
  | { decision: 'claimed'; session: SessionRecord; quotaStatus: QuotaStatus; book: SeatBook };

export const NO_SEATS: SeatBook = { seats: {}, recentClaims: {} };

const DAY_MS = 86_400_000;
/** How long a claim can be reverted, in milliseconds; longer than any claim request takes. */
const RECENT_MS = 60_000;

/**
 * Decides a claim or a transfer. The checks run in this order: the session exists, the state machine allows
 * the trigger, the agent holds a seat or the quota has one left, or the grace period still runs. `book` is
 * the seat book with the claim entered.
 */
export function decideClaim(
  { id, trigger, session }: SeatClaim,
  stored: SeatBook,
  rules: SeatRules,
  nowMs: number,
): ClaimDecision {
  if (!session) return { decision: 'refused', refusal: 'session-not-found' };
  const at = new Date(nowMs).toISOString();
  const outcome = transition(session, trigger, at);
  if (!outcome.ok) return { decision: 'refused', refusal: outcome.refusal };
  const book = withoutExpired(stored, rules, nowMs);
  const quotaStatus = evaluate(book, rules, nowMs);
  if (!outcome.changed) return { decision: 'repeat', session, quotaStatus };
  const { oid } = trigger.type === 'transfer' ? trigger.to : trigger.agent;
  const holders = holdersOf(book);
  const isOver = holders.size + (holders.has(oid) ? 0 : 1) > rules.seatQuota;
  if (!holders.has(oid) && isOver && quotaStatus.daysOverQuota >= rules.gracePeriodDays) {
    return { decision: 'blocked', quotaStatus: { ...quotaStatus, blocked: true } };
  }
  const datesExcess = isOver && book.quotaExceededAt === undefined;
  const claim = { oid, at, ...(datesExcess && { datesExcess }) };
  const taken: SeatBook = {
    ...book,
    ...(datesExcess && { quotaExceededAt: at }),
    recentClaims: { [id]: claim, ...book.recentClaims },
  };
  return {
    decision: 'claimed',
    session: outcome.session,
    quotaStatus: evaluate(taken, rules, nowMs),
    book: taken,
  };
}

/** Removes the seat of a claim that lost a write conflict, and `quotaExceededAt` if that claim set it. */
export function revertClaim(book: SeatBook, claimId: string, rules: SeatRules, nowMs: number): SeatBook {
  const { [claimId]: lost, ...recentClaims } = book.recentClaims;
  const { quotaExceededAt, seats } = book;
  const keepsTime = quotaExceededAt !== undefined && lost?.datesExcess !== true;
  const kept = { seats, recentClaims, ...(keepsTime && { quotaExceededAt }) };
  return withoutExpired(kept, rules, nowMs);
}

/** The quota status at a time, without expired seats. Days are complete days since `quotaExceededAt`. */
export function evaluate(stored: SeatBook, rules: SeatRules, nowMs: number): QuotaStatus {
  const book = withoutExpired(stored, rules, nowMs);
  const { quotaExceededAt } = book;
  const { seatQuota, gracePeriodDays } = rules;
  const seatsUsed = holdersOf(book).size;
  const exceeded = seatsUsed > seatQuota;
  const overMs = quotaExceededAt === undefined ? 0 : nowMs - Date.parse(quotaExceededAt);
  const daysOverQuota = Math.max(0, Math.floor(overMs / DAY_MS));
  const blocked = exceeded && daysOverQuota >= gracePeriodDays;
  const since = quotaExceededAt !== undefined && { quotaExceededAt };
  return { exceeded, seatsUsed, seatQuota, daysOverQuota, gracePeriodDays, blocked, ...since };
}

/** Removes expired seats, and turns claims of more than 60 s ago into seats. */
export function withoutExpired(book: SeatBook, rules: SeatRules, nowMs: number): SeatBook {
  const seats = new Map(Object.entries(book.seats));
  const recentClaims: SeatBook['recentClaims'] = {};
  for (const [id, claim] of Object.entries(book.recentClaims)) {
    if (nowMs - Date.parse(claim.at) < RECENT_MS) recentClaims[id] = claim;
    else if (claim.at > (seats.get(claim.oid) ?? '')) seats.set(claim.oid, claim.at);
  }
  for (const [oid, at] of seats) if (nowMs - Date.parse(at) >= rules.windowDays * DAY_MS) seats.delete(oid);
  const kept = { seats: Object.fromEntries(seats), recentClaims };
  const { quotaExceededAt } = book;
  const isOver = quotaExceededAt !== undefined && holdersOf(kept).size > rules.seatQuota;
  return { ...kept, ...(isOver && { quotaExceededAt }) };
}

/** The oids of the agents with a seat, each with the time of the latest claim (RFC 3339). */
export function holdersOf({ seats, recentClaims }: SeatBook): ReadonlyMap<string, string> {
  const holders = new Map(Object.entries(seats));
  for (const { oid, at } of Object.values(recentClaims)) {
    if (at > (holders.get(oid) ?? '')) holders.set(oid, at);
  }
  return holders;
}
