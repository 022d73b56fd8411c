import {
  type ActivityCounts,
  countsFrom,
  FIRST_REPLY_BOUNDS,
  type Histogram,
  type HourlyActivity,
  LEFT_ANSWER_BOUNDS,
} from '../../availability/rules/activity.ts';
import { roundDollars } from '../../spending/rules/cost.ts';
import type { Figures } from '../records/figures.ts';

/** The sums of all hours; `messages` counts all roles. */
export function sumOf(hours: readonly HourlyActivity[]): ActivityCounts & { messages: number } {
  const sums = countsFrom((field) => hours.reduce((sum, hour) => sum + hour[field], 0));
  const messages = sums.visitorMessages + sums.assistantMessages + sums.agentMessages;
  return { ...sums, messages, cost: roundDollars(sums.cost) };
}

/** The figures of the hours of a date range. */
export function figuresOf(hours: readonly HourlyActivity[]): Figures {
  const { requests: _requests, ...sums } = sumOf(hours);
  const { conversations, unresolved, ratingsUp, ratingsDown } = sums;
  // A changed rating subtracts the previous one, which may be of an earlier range.
  const visitsHelpful = Math.max(0, sums.visitsHelpful);
  const visitsNotHelpful = Math.max(0, sums.visitsNotHelpful);
  const visitsRated = visitsHelpful + visitsNotHelpful;
  return {
    ...sums,
    // A withdrawn rating counts in the hour of its withdrawal, which may be later than that of the rating.
    ratingsUp: Math.max(0, ratingsUp),
    ratingsDown: Math.max(0, ratingsDown),
    visitsHelpful,
    visitsNotHelpful,
    visitsHelpfulShare: visitsRated === 0 ? null : visitsHelpful / visitsRated,
    unanswered: Math.max(0, sums.unanswered),
    unresolved: Math.max(0, unresolved),
    // The reason may be of a later hour than the start of the conversation.
    resolvedByAssistant: conversations === 0 ? null : inShare(1 - unresolved / conversations),
    medianFirstReplySeconds: medianFirstReply(hours),
    medianLeftAnswerSeconds: median(
      hours.map(({ leftAnswers }) => leftAnswers),
      LEFT_ANSWER_BOUNDS,
    ),
  };
}

/** A share within 0 and 1. */
const inShare = (share: number): number => Math.min(1, Math.max(0, share));

/** The median in seconds, as the upper bound of its bucket; null with fewer replies than `least`. */
export function medianFirstReply(hours: readonly HourlyActivity[], least = 1): number | null {
  return median(
    hours.map(({ firstReplies }) => firstReplies),
    FIRST_REPLY_BOUNDS,
    least,
  );
}

function median(histograms: readonly Histogram[], bounds: readonly number[], least = 1): number | null {
  // A withdrawn item counts in the hour of its withdrawal, which may be later than the item's own hour.
  const inBucket = (bound: number) =>
    Math.max(
      0,
      histograms.reduce((sum, counts) => sum + (counts.get(bound) ?? 0), 0),
    );
  const total = bounds.reduce((sum, bound) => sum + inBucket(bound), 0);
  if (total < least) return null;
  let seen = 0;
  for (const bound of bounds) {
    seen += inBucket(bound);
    if (seen * 2 >= total) return bound;
  }
  return null;
}
