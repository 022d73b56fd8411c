/**
 * The hourly figures, in the order of report columns. `cost` is in US dollars; `unpricedCalls` counts the
 * calls without a known price. `visits…` counts visitors' ratings of closed conversations;
 * `unanswered` the assistant's messages without an answer, and `unresolved` the conversations that the
 * assistant did not resolve.
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
  'visitsHelpful',
  'visitsNotHelpful',
  'unanswered',
  'unresolved',
] as const;

export type ActivityCounts = Record<(typeof ACTIVITY_FIELDS)[number], number>;

export function countsFrom(of: (field: keyof ActivityCounts) => number): ActivityCounts {
  return Object.fromEntries(ACTIVITY_FIELDS.map((field) => [field, of(field)])) as ActivityCounts;
}

/**
 * A content-free record of what one commit adds to the hourly figures. It holds no session id, so that
 * deleting a conversation leaves the totals unchanged. `id` makes storing it idempotent.
 */
export interface Activity extends Partial<ActivityCounts> {
  id: string;
  at: string;
  /** How long the visitor waited for an agent's first reply, in whole seconds. */
  firstReplySeconds?: number;
  /** The time until a left message was answered; `count` -1 withdraws an answer. */
  leftAnswer?: { seconds: number; count: 1 | -1 };
}

/** The sums of one UTC hour; `hour` is its start, for example `2026-11-20T17:00:00.000Z`. */
export interface HourlyActivity extends ActivityCounts {
  hour: string;
  /**
   * Maps upper bounds in seconds (see FIRST_REPLY_BOUNDS) to the number of first replies within each bucket.
   */
  firstReplies: Histogram;
  /** The same for answers to left messages (LEFT_ANSWER_BOUNDS). Withdrawn answers can make it negative. */
  leftAnswers: Histogram;
}

/** Counts by the upper bound of their bucket, in seconds. */
export type Histogram = ReadonlyMap<number, number>;

export function emptyHour(hour: string): HourlyActivity {
  return { hour, ...countsFrom(() => 0), firstReplies: new Map(), leftAnswers: new Map() };
}

/** Upper bounds, in seconds, of the histogram of first replies. */
export const FIRST_REPLY_BOUNDS = [
  5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400,
] as const;

/** Upper bounds, in seconds, of the histogram of answers to left messages. */
export const LEFT_ANSWER_BOUNDS = [
  300, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400, 172800, 259200, 604800,
] as const;

/** The histogram bucket of a waiting time; waits beyond the last bound count in the last bucket. */
export function bucketOf(bounds: readonly number[], seconds: number): number {
  return bounds.find((bound) => seconds <= bound) ?? bounds.at(-1) ?? 0;
}

/** From one time to a later one (RFC 3339), in whole seconds. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000));
}

/** The start of the UTC hour of a time (RFC 3339, UTC). */
export function hourOf(at: string): string {
  return `${at.slice(0, 13)}:00:00.000Z`;
}

/** How long after its end, in milliseconds, an hour still accepts activities. */
export const HOUR_OPEN_MS = 300_000;
/**
 * How long after its end, in milliseconds, an hour is final and may be reported. The difference to
 * HOUR_OPEN_MS allows for clock skew between instances.
 */
export const HOUR_CLOSED_MS = 600_000;
