import { holdersOf, withoutExpired, type SeatRules } from '../../core/seat-gate.ts';
import type { SeatBook } from '../records/seat-book.ts';

/** An agent with a seat. `claimedAt`: the latest claim; `heldUntil`: the end of its seat (RFC 3339). */
export interface SeatHolder {
  oid: string;
  claimedAt: string;
  heldUntil: string;
}

const DAY_MS = 86_400_000;

/** The agents with a seat, the newest claim first. */
export function seatHolders(book: SeatBook, rules: SeatRules, nowMs: number): SeatHolder[] {
  return Array.from(holdersOf(withoutExpired(book, rules, nowMs)), ([oid, claimedAt]) => ({
    oid,
    claimedAt,
    heldUntil: new Date(Date.parse(claimedAt) + rules.windowDays * DAY_MS).toISOString(),
  })).toSorted((one, other) => (one.claimedAt < other.claimedAt ? 1 : -1));
}
