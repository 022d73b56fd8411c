import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { ttlCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import type { Plan, QuotaStatus } from '../../domain/records/plan.ts';
import {
  evaluate,
  giveBack,
  holdSeat,
  NO_SEATS,
  recordClaim,
  seatHolders,
  settle,
  type SeatBook,
  type SeatHolder,
  type SeatRules,
} from '../../domain/seats.ts';
import type { Ports } from '../../ports.ts';
import { updateDocument, type StoredDocument } from '../platform/ledger-documents.ts';
import type { CurrentPlan } from '../reports/plan.ts';
import { keyedMutex, singleFlight } from '../../domain/concurrency.ts';

/** An agent's seat for one claim: taken before the session is claimed, then recorded or given back. */
export interface SeatClaim {
  /** Reserves a seat for the agent, or throws `seat-quota-exceeded`; idempotent. */
  take(): Promise<void>;
  /** Records that the session is claimed since `at`. Returns the quota's status where it is exceeded. */
  record(at: string): Promise<QuotaStatus | undefined>;
  /** The claim was lost: frees a seat that it had reserved. */
  giveBack(): Promise<void>;
}

export interface SeatStatus {
  plan: Plan;
  quotaStatus: QuotaStatus;
}

export interface SeatGate {
  claimFor(oid: string): SeatClaim;
  /** The plan, and its quota status now. */
  status(): Promise<SeatStatus>;
  /**
   * The same for callers without a limit, at most five seconds old; a claim on this instance counts at once.
   */
  recentStatus(): Promise<SeatStatus>;
  /** The agents with a seat now, the newest claim first. */
  holders(): Promise<SeatHolder[]>;
}

const StoredBook = z.object({
  seats: z.record(z.string(), z.iso.datetime()),
  held: z.record(z.string(), z.object({ oid: z.string(), until: z.iso.datetime() })),
  quotaExceededAt: z.exactOptional(z.iso.datetime()),
});
const BOOK = { kind: 'seats', id: 'book', schema: StoredBook, consistency: 'strong' } as const;

/** How long a status is kept for `recentStatus`, in milliseconds. */
export const STATUS_MS = 5_000;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  plan: CurrentPlan;
  seatWindowDays: number;
  /** Called when the quota becomes exceeded, or is no longer. */
  quotaChanged: () => void;
};

/**
 * One small document under optimistic concurrency, so that seats are exact across instances (docs/api.md,
 * Seats).
 */
export function seatGate(dependencies: Dependencies): SeatGate {
  const { plan, seatWindowDays, quotaChanged, clock, random } = dependencies;
  const oneAtATime = keyedMutex();
  const recent = ttlCache<SeatStatus>({ clock, ttlMs: STATUS_MS });
  /**
   * The book as this instance read or wrote it last: another claim may write it between the two halves of a
   * claim, and a book that the claim itself held would then cost a refused write and a read.
   */
  let last: StoredDocument<SeatBook> | undefined;

  /**
   * Computes the new book, and writes it if it changed. `knows`: the caller has just read the book, which is
   * read again only where another instance has written meanwhile.
   */
  async function amend<T>(
    work: (book: SeatBook, rules: SeatRules, nowMs: number) => { book: SeatBook; result: T },
    knows = false,
  ): Promise<T> {
    const { seatQuota, gracePeriodDays } = await plan();
    const rules = { seatQuota, gracePeriodDays, windowDays: seatWindowDays };
    const change = (stored: StoredDocument<SeatBook> | undefined) => {
      const before = stored?.value ?? NO_SEATS;
      const { book, result } = work(before, rules, clock.now());
      const isSame = isDeepStrictEqual(book, before);
      const hasTurned = before.quotaExceededAt !== book.quotaExceededAt;
      return { ...(!isSame && { value: book }), result: { result, book, hasTurned, hasChanged: !isSame } };
    };
    const { result } = await oneAtATime(BOOK.id, async () => {
      const document = { ...BOOK, known: knows ? last : undefined };
      const amended = await updateDocument('seats', dependencies, document, change);
      const { version } = amended;
      last = version === 'absent' ? undefined : { value: amended.result.book, version };
      return amended;
    });
    if (result.hasChanged) recent.clear();
    if (result.hasTurned) quotaChanged();
    return result.result;
  }

  /** Concurrent callers share one request to the store. */
  const status = singleFlight(async () => {
    const quotaStatus = await amend((book, rules, nowMs) => ({
      book: settle(book, rules, nowMs),
      result: evaluate(book, rules, nowMs),
    }));
    return { plan: await plan(), quotaStatus };
  });

  return {
    status,
    recentStatus: () => recent.get(BOOK.id, status),

    claimFor(oid) {
      const id = random.uuid();
      let state: 'none' | 'holder' | 'held' = 'none';
      return {
        async take() {
          if (state !== 'none') return;
          const outcome = await amend((book, rules, nowMs) => {
            const result = holdSeat(book, { id, oid }, rules, nowMs);
            return { book: result.decision === 'held' ? result.book : book, result };
          });
          if (outcome.decision === 'refused') {
            const { upgradeUrl } = await plan();
            throw new AppError('seat-quota-exceeded', { upgradeUrl, ...outcome.quotaStatus });
          }
          state = outcome.decision;
        },
        record(at) {
          return amend((book, rules, nowMs) => {
            const next = recordClaim(book, { id, oid, at }, rules, nowMs);
            const quotaStatus = evaluate(next, rules, nowMs);
            return { book: next, result: quotaStatus.exceeded ? quotaStatus : undefined };
          }, state !== 'none');
        },
        async giveBack() {
          if (state !== 'held') return;
          await amend((book) => ({ book: giveBack(book, id), result: undefined }), true);
        },
      };
    },

    holders: () =>
      amend((book, rules, nowMs) => ({
        book: settle(book, rules, nowMs),
        result: seatHolders(book, rules, nowMs),
      })),
  };
}
