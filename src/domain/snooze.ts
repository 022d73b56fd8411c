import { transition, type Outcome } from '../core/session-state-machine.ts';
import type { SessionAgent, SessionRecord } from './records/session.ts';

/**
 * Snoozes a claimed conversation for its agent, or with `until` undefined ends that. The state stays; every
 * reader compares the time with its clock, so that a conversation comes back without a write.
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
