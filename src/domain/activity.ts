/**
 * The figures that are summed by hour, in the order of columns wherever they are listed. `cost` is in US dollars, and
 * `unpricedCalls` is how many calls it leaves out.
 */
export const ACTIVITY_FIELDS = [
  'conversations',
  'visitorMessages',
  'assistantMessages',
  'agentMessages',
  'handoffs',
  'requests',
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'cost',
  'unpricedCalls',
  'ratingsUp',
  'ratingsDown',
] as const;

export type ActivityCounts = Record<(typeof ACTIVITY_FIELDS)[number], number>;

/** Every figure, as `of` tells it. */
export function countsFrom(of: (field: keyof ActivityCounts) => number): ActivityCounts {
  return Object.fromEntries(ACTIVITY_FIELDS.map((field) => [field, of(field)])) as ActivityCounts;
}

/**
 * A content-free record of what one commit added to the business's figures. It holds no session id, so that deleting a
 * conversation leaves the totals true. `id` makes writing it twice change nothing.
 */
export interface Activity extends Partial<ActivityCounts> {
  id: string;
  at: string;
  /** How long the visitor waited for a person's first reply, in whole seconds. */
  firstReplySeconds?: number;
}

/** The sums of one UTC hour; `hour` is its start, for example `2026-11-20T17:00:00.000Z`. */
export interface HourlyActivity extends ActivityCounts {
  hour: string;
  /** Upper bounds in seconds (see FIRST_REPLY_BOUNDS) to the number of first replies that took at most that long. */
  firstReplies: ReadonlyMap<number, number>;
}

/** Upper bounds, in seconds, of the histogram from which the median first reply is read. */
export const FIRST_REPLY_BOUNDS = [
  5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400,
] as const;

/** The histogram bucket of a waiting time; waits beyond the last bound count in the last bucket. */
export function firstReplyBucket(seconds: number): number {
  return FIRST_REPLY_BOUNDS.find((bound) => seconds <= bound) ?? 86400;
}

/** The start of the UTC hour that an RFC 3339 time in UTC lies in. */
export function hourOf(at: string): string {
  return `${at.slice(0, 13)}:00:00.000Z`;
}

/** So long after its end, in milliseconds, an hour still takes what was done in it. */
export const HOUR_OPEN_MS = 300_000;
/**
 * So long after its end an hour is closed, and may be reported: nothing is counted in it any more, though the clocks of two
 * instances differ by the time between.
 */
export const HOUR_CLOSED_MS = 600_000;
