import { transition, type Outcome } from '../../core/session-state-machine.ts';
import type { SessionAgent, SessionRecord } from '../records/session.ts';

/** A snooze without a time, until the visitor's next message. */
export const UNTIL_MESSAGE = 'message';

/** The maximum duration of a snooze, in milliseconds: a year. */
const MAX_SNOOZE_MS = 366 * 86_400_000;

/** Whether a time (RFC 3339) is a valid end of a snooze: in the future, at most a year ahead. */
export function isSnoozeTime(until: string, nowMs: number): boolean {
  const aheadMs = Date.parse(until) - nowMs;
  return aheadMs > 0 && aheadMs <= MAX_SNOOZE_MS;
}

/** Whether a conversation is snoozed at a time, in milliseconds. */
export function isSnoozed({ snoozedUntil }: Pick<SessionRecord, 'snoozedUntil'>, nowMs: number): boolean {
  if (snoozedUntil === undefined) return false;
  return snoozedUntil === UNTIL_MESSAGE || Date.parse(snoozedUntil) > nowMs;
}

/**
 * Snoozes a claimed conversation for its agent; `until` undefined ends the snooze. The state does not change.
 * Readers compare the time with their clock, so the end of a snooze needs no write.
 */
export function snooze(
  session: SessionRecord,
  { agent, until }: { agent: SessionAgent; until: string | undefined },
  now: string,
): Outcome {
  const outcome = transition(session, { type: 'snooze', agent }, now);
  if (!outcome.ok || session.snoozedUntil === until) return outcome;
  const { snoozedUntil: _before, ...rest } = session;
  const after = { ...rest, ...(until !== undefined && { snoozedUntil: until }), updatedAt: now };
  return { ok: true, session: after, changed: true };
}
