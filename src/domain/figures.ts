import { type ActivityCounts, countsFrom, FIRST_REPLY_BOUNDS, type HourlyActivity } from './activity.ts';
import { dollars } from './cost.ts';

/** The figures of a date range. */
export interface Figures extends Omit<ActivityCounts, 'requests'> {
  /** Of visitors, the assistant and agents together. */
  messages: number;
  /** The share of conversations without a handoff request; null where there were no conversations. */
  answeredWithoutPerson: number | null;
  /** The median time to an agent's first reply; null where there were none. */
  medianFirstReplySeconds: number | null;
}

/** Sums hours, and counts the messages of all roles. */
export function sumOf(hours: readonly HourlyActivity[]): ActivityCounts & { messages: number } {
  const sums = countsFrom((field) => hours.reduce((sum, hour) => sum + hour[field], 0));
  const messages = sums.visitorMessages + sums.assistantMessages + sums.agentMessages;
  return { ...sums, messages, cost: dollars(sums.cost) };
}

/** The figures of a date range, from its hours. */
export function figuresOf(hours: readonly HourlyActivity[]): Figures {
  const { requests: _requests, ...sums } = sumOf(hours);
  const { conversations, handoffs, ratingsUp, ratingsDown } = sums;
  return {
    ...sums,
    // A withdrawn rating counts in the hour of its withdrawal, which may be later than that of the rating.
    ratingsUp: Math.max(0, ratingsUp),
    ratingsDown: Math.max(0, ratingsDown),
    // A handoff request in the window may belong to a conversation that began before it.
    answeredWithoutPerson: conversations === 0 ? null : Math.max(0, 1 - handoffs / conversations),
    medianFirstReplySeconds: medianFirstReply(hours),
  };
}

/** The upper bound of the median's bucket; null with fewer replies than `least`. */
export function medianFirstReply(hours: readonly HourlyActivity[], least = 1): number | null {
  const replies = (bound: number) =>
    hours.reduce((sum, hour) => sum + (hour.firstReplies.get(bound) ?? 0), 0);
  const total = FIRST_REPLY_BOUNDS.reduce((sum, bound) => sum + replies(bound), 0);
  if (total < least) return null;
  let seen = 0;
  for (const bound of FIRST_REPLY_BOUNDS) {
    seen += replies(bound);
    if (seen * 2 >= total) return bound;
  }
  return null;
}
