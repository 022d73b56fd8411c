import type { ErrorCode } from './errors.ts';
import { derivedId } from './ids.ts';
import type { Message } from './message.ts';
import { append, apply, type SessionRecord } from './session.ts';

export type HandoffOutcome =
  { ok: true; session: SessionRecord; messages: Message[] } | { ok: false; refusal: ErrorCode };

/**
 * Asks for a person: moves the session and writes the system message that says so. A repeat, or a session that an agent
 * has claimed, changes nothing and writes nothing (docs/api.md, Handoff).
 */
export function requestHuman(session: SessionRecord, now: string, reason?: string): HandoffOutcome {
  const outcome = apply(session, { type: 'request-human' }, now);
  if (!outcome.ok) return outcome;
  if (!outcome.changed) return { ok: true, session, messages: [] };
  const id = derivedId('human-requested', `${session.sessionId}:${session.messageCount + 1}`);
  const content =
    reason === undefined ? 'A person was asked to join.' : `A person was asked to join: ${reason}`;
  const draft = { id, role: 'system', event: 'human-requested', content } as const;
  const { session: moved, message } = append(outcome.session, draft, now);
  return { ok: true, session: moved, messages: [message] };
}
