import { transition, type Outcome } from '../core/session-state-machine.ts';
import type { Session, SessionRecord } from './records/session.ts';

/** Marks a conversation as urgent, or removes the mark; a closed one is refused. */
export function markUrgent(session: SessionRecord, urgent: boolean, now: string): Outcome {
  const outcome = transition(session, { type: 'mark-urgent' }, now);
  if (!outcome.ok || (session.urgent ?? false) === urgent) return outcome;
  const { urgent: _before, ...rest } = session;
  return { ok: true, session: { ...rest, ...(urgent && { urgent }), updatedAt: now }, changed: true };
}

/**
 * The sort key of the agents' list: conversations waiting for an agent first, urgent ones before the others
 * and the longest waiting on top, then the newest message first. Stored with the session, so that the list is
 * one range of one index.
 */
export function queueRank(session: Session): string {
  // A year begins with a digit above zero, so a second zero sorts before every time.
  if (session.status === 'human_requested') {
    return `${session.urgent ? '00' : '0'}${session.humanRequestedAt ?? session.createdAt}`;
  }
  const inverted = 8_640_000_000_000_000 - Date.parse(session.lastMessageAt);
  return `1${String(inverted).padStart(16, '0')}`;
}
