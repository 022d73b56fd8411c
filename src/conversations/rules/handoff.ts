import type { ErrorCode } from '../../core/errors.ts';
import { derivedId } from '../../lib/ids.ts';
import type { HandoffReason, SessionRecord } from '../records/session.ts';
import type { Message } from '../records/message.ts';
import { append } from './session-messages.ts';
import { transition } from '../../core/session-state-machine.ts';

type HandoffOutcome =
  { ok: true; session: SessionRecord; messages: Message[] } | { ok: false; refusal: ErrorCode };

/**
 * Requests an agent: changes the state and adds the system message. A repeat, or a request in a claimed
 * session, changes nothing (docs/api.md, Visitor surface). `words`: the visitor's words, for the message.
 */
export function requestHuman(
  session: SessionRecord,
  now: string,
  { reason, words }: { reason: HandoffReason; words?: string | undefined },
): HandoffOutcome {
  const outcome = transition(session, { type: 'request-human' }, now);
  if (!outcome.ok) return outcome;
  if (!outcome.changed) return { ok: true, session, messages: [] };
  const id = derivedId('human-requested', `${session.sessionId}:${session.messageCount + 1}`);
  const content =
    words === undefined ? 'A person was asked to join.' : `A person was asked to join: ${words}`;
  const draft = { id, role: 'system', event: 'human-requested', content } as const;
  const { session: moved, message } = append({ ...outcome.session, handoffReason: reason }, draft, now);
  return { ok: true, session: moved, messages: [message] };
}
