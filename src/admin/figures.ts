import { figuresOf, sumOf } from '../conversations/rules/figures.ts';
import type { Figures } from '../conversations/records/figures.ts';
import {
  before,
  bucketsOf,
  contains,
  windowUpTo,
  type Span,
  type Window,
} from '../availability/rules/time-window.ts';
import type { HourlyActivity } from '../availability/rules/activity.ts';
import type { SpendingTotals } from '../spending/records/token-usage.ts';
import { addTotals, ZERO_TOTALS, PURPOSES, withSpending, type Purpose } from '../spending/rules/spending.ts';
import type { AgentRating } from '../conversations/records/visitor-rating.ts';
import type { Clock, ConversationStore } from '../ports.ts';
import type { AgentRatings } from '../conversations/agent-ratings.ts';
import type { HourlySpending, OtherTokenUsage } from '../spending/other-token-usage.ts';

/** A time range and its sums. */
interface Bucket extends Span, ReturnType<typeof sumOf> {}

interface Overview {
  current: Figures;
  /** The figures of the preceding range of equal length. */
  previous: Figures;
  /** Buckets of one hour, or of six hours for a week. */
  buckets: Bucket[];
  waitingNow: number;
  claimedNow: number;
  /** The visitors' ratings by agent in the last seven days. */
  agentRatings: AgentRating[];
}

/** The cost of one purpose; `conversations` includes drafts for agents. */
interface CostLine extends SpendingTotals {
  purpose: 'conversations' | Purpose;
}

interface Cost {
  buckets: Bucket[];
  totals: ReturnType<typeof sumOf>;
  /** `conversations` first; their sum is `totals`. Purposes without calls are left out. */
  lines: CostLine[];
}

interface Dependencies {
  store: ConversationStore;
  clock: Clock;
  otherUsage: Pick<OtherTokenUsage, 'between'>;
  agentRatings: Pick<AgentRatings, 'lastWeek'>;
}

const OVERVIEW_BUCKET_HOURS = { '24h': 1, '7d': 6 } as const;

/**
 * Reads the dashboard's figures only from the hourly sums, so that the cost of a read does not grow with the
 * number of conversations.
 */
export function figuresReader({ store, clock, otherUsage, agentRatings }: Dependencies) {
  return {
    /** The buckets of the window, oldest first, their sum, and the sums by purpose. */
    async cost(window: Window, bucketHours: number): Promise<Cost> {
      const span = windowUpTo(window, clock.now());
      const [activity, spent] = await Promise.all([
        store.activity(span.start, span.end),
        otherUsage.between(span.start, span.end),
      ]);
      const hours = withSpending(activity, spent);
      const lines = linesOf(sumOf(activity), spent);
      return { buckets: inBuckets(hours, span, bucketHours), totals: sumOf(hours), lines };
    },

    async overview(window: Window): Promise<Overview> {
      const span = windowUpTo(window, clock.now());
      const earlier = before(span);
      const [activity, spent, waitingNow, claimedNow, byAgent] = await Promise.all([
        store.activity(earlier.start, span.end),
        otherUsage.between(earlier.start, span.end),
        store.count('human_requested'),
        store.count('claimed'),
        agentRatings.lastWeek(),
      ]);
      const hours = withSpending(activity, spent);
      const current = hours.filter(({ hour }) => contains(span, hour));
      return {
        current: figuresOf(current),
        previous: figuresOf(hours.filter(({ hour }) => contains(earlier, hour))),
        buckets: inBuckets(current, span, OVERVIEW_BUCKET_HOURS[window]),
        waitingNow,
        claimedNow,
        agentRatings: byAgent,
      };
    },
  };
}

function linesOf(conversations: SpendingTotals, spent: readonly HourlySpending[]): CostLine[] {
  const otherUsage = PURPOSES.map((purpose) => ({
    ...spent.filter((one) => one.purpose === purpose).reduce<SpendingTotals>(addTotals, ZERO_TOTALS),
    purpose,
  }));
  return [
    { ...addTotals(ZERO_TOTALS, conversations), purpose: 'conversations' },
    ...otherUsage.filter(({ requests }) => requests > 0),
  ];
}

function inBuckets(hours: readonly HourlyActivity[], span: Span, bucketHours: number): Bucket[] {
  return bucketsOf(span, bucketHours).map((bucket) => ({
    ...bucket,
    ...sumOf(hours.filter(({ hour }) => contains(bucket, hour))),
  }));
}
