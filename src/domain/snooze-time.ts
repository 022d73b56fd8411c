import type { SessionRecord } from './records/session.ts';

/** Until the visitor's next message, without a time. */
export const UNTIL_MESSAGE = 'message';

/** The longest time ahead, in milliseconds: a year. */
export const MAX_SNOOZE_MS = 366 * 86_400_000;

/** Whether a time (RFC 3339) can be snoozed until: it is ahead, and not more than a year. */
export function isSnoozeTime(until: string, nowMs: number): boolean {
  const aheadMs = Date.parse(until) - nowMs;
  return aheadMs > 0 && aheadMs <= MAX_SNOOZE_MS;
}

/** Whether a conversation is snoozed at a time, in milliseconds. */
export function isSnoozed({ snoozedUntil }: Pick<SessionRecord, 'snoozedUntil'>, nowMs: number): boolean {
  if (snoozedUntil === undefined) return false;
  return snoozedUntil === UNTIL_MESSAGE || Date.parse(snoozedUntil) > nowMs;
}
