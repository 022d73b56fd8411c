import { type Figures, figuresOf, sumOf } from '../../domain/figures.ts';
import { before, bucketsOf, contains, windowUpTo, type Span, type Window } from '../../domain/time-window.ts';
import type { HourlyActivity } from '../../domain/activity.ts';
import type { Clock, ConversationStore } from '../../ports.ts';

/** A time range and its sums. */
export interface Bucket extends Span, ReturnType<typeof sumOf> {}

export interface Overview {
  current: Figures;
  /** The same for the preceding range of equal length. */
  previous: Figures;
  /** The window by hours, or in steps of six hours for a week. */
  buckets: Bucket[];
  waitingNow: number;
  claimedNow: number;
}

export interface FiguresReader {
  /** Every bucket of the window, oldest first, and their sum. */
  cost(window: Window, bucketHours: number): Promise<{ buckets: Bucket[]; totals: ReturnType<typeof sumOf> }>;
  overview(window: Window): Promise<Overview>;
}

const OVERVIEW_BUCKET_HOURS = { '24h': 1, '7d': 6 } as const;

/**
 * The dashboard's figures, from the hourly sums alone, so that the cost does not grow with the number of
 * conversations.
 */
export function figuresReader({ store, clock }: { store: ConversationStore; clock: Clock }): FiguresReader {
  return {
    async cost(window, bucketHours) {
      const span = windowUpTo(window, clock.now());
      const hours = await store.activity(span.start, span.end);
      return { buckets: inBuckets(hours, span, bucketHours), totals: sumOf(hours) };
    },

    async overview(window) {
      const span = windowUpTo(window, clock.now());
      const earlier = before(span);
      const [hours, waitingNow, claimedNow] = await Promise.all([
        store.activity(earlier.start, span.end),
        store.count('human_requested'),
        store.count('claimed'),
      ]);
      const current = hours.filter(({ hour }) => contains(span, hour));
      return {
        current: figuresOf(current),
        previous: figuresOf(hours.filter(({ hour }) => contains(earlier, hour))),
        buckets: inBuckets(current, span, OVERVIEW_BUCKET_HOURS[window]),
        waitingNow,
        claimedNow,
      };
    },
  };
}

function inBuckets(hours: readonly HourlyActivity[], span: Span, bucketHours: number): Bucket[] {
  return bucketsOf(span, bucketHours).map((bucket) => ({
    ...bucket,
    ...sumOf(hours.filter(({ hour }) => contains(bucket, hour))),
  }));
}
