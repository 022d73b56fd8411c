import { countsFrom, FIRST_REPLY_BOUNDS, type ActivityCounts, type HourlyActivity } from './activity.ts';
import { dollars } from './cost.ts';

/** What happened in a stretch of time. */
export interface Figures extends Omit<ActivityCounts, 'requests'> {
  /** Of visitors, the assistant and agents together. */
  messages: number;
  /** The share of conversations in which nobody asked for a person; null where there were no conversations. */
  answeredWithoutPerson: number | null;
  /** Half of the first replies of a person came within this time; null where there were none. */
  medianFirstReplySeconds: number | null;
}

/** Adds hours up, and the messages of everyone who takes part in a conversation. */
export function sumOf(hours: readonly HourlyActivity[]): ActivityCounts & { messages: number } {
  const sums = countsFrom((field) => hours.reduce((sum, hour) => sum + hour[field], 0));
  const messages = sums.visitorMessages + sums.assistantMessages + sums.agentMessages;
  return { ...sums, messages, cost: dollars(sums.cost) };
}

/** The figures of a stretch of time, from its hours. */
export function figuresOf(hours: readonly HourlyActivity[]): Figures {
  const { requests: _requests, ...sums } = sumOf(hours);
  const { conversations, handoffs, ratingsUp, ratingsDown } = sums;
  return {
    ...sums,
    // A rating is taken back in the hour in which that happens, which may be later than that of the rating.
    ratingsUp: Math.max(0, ratingsUp),
    ratingsDown: Math.max(0, ratingsDown),
    // A conversation that began before the window may ask for a person in it.
    answeredWithoutPerson: conversations === 0 ? null : Math.max(0, 1 - handoffs / conversations),
    medianFirstReplySeconds: medianFirstReply(hours),
  };
}

/** The upper bound of the bucket in which the median lies. */
function medianFirstReply(hours: readonly HourlyActivity[]): number | null {
  const replies = (bound: number) =>
    hours.reduce((sum, hour) => sum + (hour.firstReplies.get(bound) ?? 0), 0);
  const total = FIRST_REPLY_BOUNDS.reduce((sum, bound) => sum + replies(bound), 0);
  if (total === 0) return null;
  let seen = 0;
  for (const bound of FIRST_REPLY_BOUNDS) {
    seen += replies(bound);
    if (seen * 2 >= total) return bound;
  }
  return null;
}
