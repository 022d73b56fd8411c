import { isDeepStrictEqual } from 'node:util';
import {
  decideClaim,
  evaluate,
  revertClaim,
  NO_SEATS,
  withoutExpired,
  type ClaimDecision,
  type SeatClaim,
  type SeatRules,
} from '../core/seat-gate.ts';
import { ttlCache } from '../lib/caching.ts';
import { keyedMutex, singleFlight } from '../lib/concurrency.ts';
import type { Plan, QuotaStatus } from './records/plan.ts';
import { SeatBook } from './records/seat-book.ts';
import { seatHolders, type SeatHolder } from './rules/seat-holders.ts';
import type { Ports } from '../ports.ts';
import { updateDocument } from '../platform/ledger-documents.ts';
import type { CurrentPlan } from './plan.ts';

interface SeatStatus {
  plan: Plan;
  quotaStatus: QuotaStatus;
}

export const SEAT_BOOK = { kind: 'seats', id: 'book', schema: SeatBook, consistency: 'strong' } as const;

/** The time to live of `recentStatus`, in milliseconds. */
export const STATUS_MS = 5_000;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  plan: CurrentPlan;
  seatWindowDays: number;
};

/** The new book, and the result for the caller. */
type ComputeChange<T> = (book: SeatBook, rules: SeatRules, nowMs: number) => { book: SeatBook; result: T };

/**
 * Stores the seats in one document with optimistic concurrency, so that they are exact across instances
 * (docs/api.md, Seats).
 */
export function storedSeats(dependencies: Dependencies) {
  const { plan, seatWindowDays, clock } = dependencies;
  let quotaChanged: () => void = () => undefined;
  const oneAtATime = keyedMutex();
  const recent = ttlCache<SeatStatus>({ clock, ttlMs: STATUS_MS });

  /** Writes the seat book if the change differs from the stored one. */
  async function updateBook<T>(compute: ComputeChange<T>): Promise<T> {
    const { seatQuota, gracePeriodDays } = await plan();
    const rules = { seatQuota, gracePeriodDays, windowDays: seatWindowDays };
    const { result } = await oneAtATime(SEAT_BOOK.id, () =>
      updateDocument('seats', dependencies, SEAT_BOOK, (stored) => {
        const before = stored?.value ?? NO_SEATS;
        const { book, result: computed } = compute(before, rules, clock.now());
        const hasChanged = !isDeepStrictEqual(book, before);
        const hasTurned = before.quotaExceededAt !== book.quotaExceededAt;
        return { ...(hasChanged && { value: book }), result: { computed, hasChanged, hasTurned } };
      }),
    );
    if (result.hasChanged) recent.clear();
    if (result.hasTurned) quotaChanged();
    return result.computed;
  }

  /** Concurrent callers share one request to the store. */
  const status = singleFlight(async () => {
    const quotaStatus = await updateBook((book, rules, nowMs) => ({
      book: withoutExpired(book, rules, nowMs),
      result: evaluate(book, rules, nowMs),
    }));
    return { plan: await plan(), quotaStatus };
  });

  return {
    /** Sets the only listener; called when the quota becomes exceeded, and when that ends. */
    onQuotaChange(listener: () => void): void {
      quotaChanged = listener;
    },
    /** The plan and the current quota status. */
    status,
    /**
     * The cached status for callers without a rate limit, at most 5 s old; claims on this instance take
     * effect immediately.
     */
    recentStatus: (): Promise<SeatStatus> => recent.get(SEAT_BOOK.id, status),

    /**
     * Decides a claim and takes its seat, in one write. Idempotent by the claim's id. The caller then stores
     * the claimed session, or calls `revertClaim`.
     */
    take: (claim: SeatClaim): Promise<ClaimDecision> =>
      updateBook((book, rules, nowMs) => {
        const result = decideClaim(claim, book, rules, nowMs);
        return { book: result.decision === 'claimed' ? result.book : book, result };
      }),

    /** Removes the seat of a claim that was not stored. */
    revertClaim: (claimId: string): Promise<void> =>
      updateBook((book, rules, nowMs) => ({
        book: revertClaim(book, claimId, rules, nowMs),
        result: undefined,
      })),

    /** The agents with a seat, newest claim first. */
    holders: (): Promise<SeatHolder[]> =>
      updateBook((book, rules, nowMs) => ({
        book: withoutExpired(book, rules, nowMs),
        result: seatHolders(book, rules, nowMs),
      })),
  };
}

export type StoredSeats = ReturnType<typeof storedSeats>;
