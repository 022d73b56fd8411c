import type { ErrorCode } from './errors.ts';
import type { Message, MessageDraft } from './records/message.ts';
import type { Session, SessionAgent, SessionRecord, SessionStart, SessionStatus } from './records/session.ts';
import { previewOf } from './text.ts';

export type Trigger =
  | { type: 'visitor-message' }
  | { type: 'assistant-reply' }
  | { type: 'request-human' }
  | { type: 'claim'; agent: SessionAgent }
  | { type: 'agent-message'; agent: SessionAgent }
  | { type: 'release'; agent: SessionAgent }
  | { type: 'transfer'; agent: SessionAgent; to: SessionAgent }
  | { type: 'close'; agent: SessionAgent };
export type TriggerType = Trigger['type'];

/** The result of a trigger: a new session, the same one (`changed: false`), or a refusal with its reason. */
export type Outcome =
  | { ok: true; session: SessionRecord; changed: boolean }
  | { ok: false; refusal: ErrorCode; claimedBy?: string };

/** `stay`: allowed, no change of state. `owner:` cells first check that the caller is the claiming agent. */
type Cell = { to: Target } | { refuse: ErrorCode } | { owner: Target; others: ErrorCode };
type Target = Exclude<SessionStatus, 'open'> | 'stay';

const stay: Cell = { to: 'stay' };
const refuse = (code: ErrorCode): Cell => ({ refuse: code });

/** Specification, States and transitions; handoff, release and transfer as defined in docs/api.md. */
const TRANSITIONS: Record<SessionStatus, Record<TriggerType, Cell>> = {
  open: {
    'visitor-message': stay,
    'assistant-reply': stay,
    'request-human': { to: 'human_requested' },
    claim: { to: 'claimed' },
    'agent-message': refuse('not-session-owner'),
    release: refuse('not-session-owner'),
    transfer: refuse('not-session-owner'),
    close: refuse('not-session-owner'),
  },
  human_requested: {
    'visitor-message': stay,
    'assistant-reply': stay,
    'request-human': stay,
    claim: { to: 'claimed' },
    'agent-message': refuse('not-session-owner'),
    release: refuse('not-session-owner'),
    transfer: refuse('not-session-owner'),
    close: refuse('not-session-owner'),
  },
  claimed: {
    'visitor-message': stay,
    'assistant-reply': stay,
    'request-human': stay,
    claim: { owner: 'stay', others: 'already-claimed' },
    'agent-message': { owner: 'stay', others: 'not-session-owner' },
    release: { owner: 'human_requested', others: 'not-session-owner' },
    transfer: { owner: 'claimed', others: 'not-session-owner' },
    close: { owner: 'closed', others: 'not-session-owner' },
  },
  closed: {
    'visitor-message': refuse('session-closed'),
    'assistant-reply': stay,
    'request-human': refuse('session-closed'),
    claim: refuse('session-closed'),
    'agent-message': refuse('session-closed'),
    release: refuse('session-closed'),
    transfer: refuse('session-closed'),
    close: { owner: 'stay', others: 'not-session-owner' },
  },
};

/** Applies a trigger to a session at a time (RFC 3339, UTC). A refused trigger changes nothing. */
export function apply(session: SessionRecord, trigger: Trigger, now: string): Outcome {
  const cell = TRANSITIONS[session.status][trigger.type];
  if ('refuse' in cell) return { ok: false, refusal: cell.refuse };
  const target = 'owner' in cell ? cell.owner : cell.to;
  if ('owner' in cell && !('agent' in trigger && trigger.agent.oid === session.claimedBy)) {
    return cell.others === 'already-claimed' && session.claimedBy !== undefined
      ? { ok: false, refusal: cell.others, claimedBy: session.claimedBy }
      : { ok: false, refusal: cell.others };
  }
  if (target === 'stay') return { ok: true, session, changed: false };
  return { ok: true, session: enter(session, target, trigger, now), changed: true };
}

function enter(
  session: SessionRecord,
  status: Exclude<Target, 'stay'>,
  trigger: Trigger,
  now: string,
): SessionRecord {
  switch (status) {
    case 'human_requested': {
      const {
        claimedBy: _by,
        claimedByName: _name,
        claimedAt: _at,
        firstAgentReplyAt: _first,
        ...rest
      } = session;
      return { ...rest, status, updatedAt: now, humanRequestedAt: now };
    }
    case 'claimed': {
      if (trigger.type === 'transfer') {
        // A transfer keeps the time of the claim, because the session stays with agents.
        return { ...session, claimedBy: trigger.to.oid, claimedByName: trigger.to.name, updatedAt: now };
      }
      const agent = 'agent' in trigger && { claimedBy: trigger.agent.oid, claimedByName: trigger.agent.name };
      return { ...session, ...agent, status, updatedAt: now, claimedAt: now };
    }
    case 'closed':
      return { ...session, status, updatedAt: now, closedAt: now };
  }
}

/** A session before its first message. */
export function startSession(sessionId: string, now: string, about: SessionStart = {}): SessionRecord {
  return {
    sessionId,
    status: 'open',
    createdAt: now,
    updatedAt: now,
    lastMessageAt: now,
    messageCount: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    preview: '',
    turns: {},
    ...about,
  };
}

/** Appends a draft with the session's next `seq`, and updates the session. */
export function append(
  session: SessionRecord,
  draft: MessageDraft,
  now: string,
): { session: SessionRecord; message: Message } {
  const seq = session.messageCount + 1;
  return {
    message: { ...draft, sessionId: session.sessionId, seq, createdAt: now },
    session: {
      ...session,
      updatedAt: now,
      lastMessageAt: now,
      messageCount: seq,
      preview: previewOf(draft.content),
      ...(seq === 1 && { opening: previewOf(draft.content) }),
    },
  };
}

const ADDRESS = /\S@\S/;

/**
 * An agent as recorded in sessions and messages, and shown to visitors. A directory without display names
 * sends an e-mail address as name; that is never shown.
 */
export function sessionAgent({ oid, name }: SessionAgent): SessionAgent {
  return { oid, name: name.trim() === '' || ADDRESS.test(name) ? 'Agent' : name };
}

/** Marks a conversation as urgent, or takes the mark away; a closed one is refused. */
export function markUrgent(session: SessionRecord, urgent: boolean, now: string): Outcome {
  if (session.status === 'closed') return { ok: false, refusal: 'session-closed' };
  if ((session.urgent ?? false) === urgent) return { ok: true, session, changed: false };
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
