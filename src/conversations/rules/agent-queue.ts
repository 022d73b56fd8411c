import { transition, type Outcome } from '../../core/session-state-machine.ts';
import type { SessionRecord } from '../records/session.ts';
import type { Session } from '../records/public-session.ts';

/** Sets or removes the urgent mark; refused for a closed conversation. */
export function markUrgent(session: SessionRecord, urgent: boolean, now: string): Outcome {
  const outcome = transition(session, { type: 'mark-urgent' }, now);
  if (!outcome.ok || (session.urgent ?? false) === urgent) return outcome;
  const { urgent: _before, ...rest } = session;
  return { ok: true, session: { ...rest, ...(urgent && { urgent }), updatedAt: now }, changed: true };
}

/** The rank of continued sessions, above all others: lists of threads end before it. */
export const CONTINUED_RANK = '2';

/**
 * The sort key of the agents' list, ascending: waiting conversations first (urgent ones, then the longest
 * waiting), then the others by their newest message. Stored with the session, so that one index range is the
 * list.
 */
export function queueRank(session: Session): string {
  if (session.continuedBy !== undefined) return CONTINUED_RANK;
  // A year begins with a digit above zero, so a second zero sorts before every time.
  if (session.status === 'human_requested') {
    return `${session.urgent ? '00' : '0'}${session.humanRequestedAt ?? session.createdAt}`;
  }
  const inverted = 8_640_000_000_000_000 - Date.parse(session.lastMessageAt);
  return `1${String(inverted).padStart(16, '0')}`;
}
