import { transition, type Outcome } from '../core/session-state-machine.ts';
import type { SessionAgent, SessionRecord } from './records/session.ts';

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
