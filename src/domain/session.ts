import type { ErrorCode } from './errors.ts';
import { previewOf, type Message, type MessageDraft } from './message.ts';
import type { MessageWindow } from './rate-limit.ts';
import { sourceDomain } from './widgets.ts';

/** The states of a session (Specification, States and transitions). */
export const SESSION_STATUSES = ['open', 'human_requested', 'claimed', 'closed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** An agent, as recorded in a session. */
export interface SessionAgent {
  oid: string;
  name: string;
}

/**
 * A visitor who signed in with a widget's directory, by that directory's claims; only `subject` is stable.
 */
export interface SignedInVisitor {
  subject: string;
  name: string;
  email?: string;
  /** Whether the directory has verified the address. */
  emailVerified?: boolean;
}

/**
 * The public fields of a session (docs/api.md, Records). Times are RFC 3339 in UTC, `cost` is in US dollars.
 */
export interface Session {
  sessionId: string;
  status: SessionStatus;
  origin?: string;
  claimedBy?: string;
  claimedByName?: string;
  createdAt: string;
  updatedAt: string;
  lastMessageAt: string;
  humanRequestedAt?: string;
  claimedAt?: string;
  closedAt?: string;
  messageCount: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
  /** How many calls of the model `cost` leaves out because they have no price. */
  unpricedCalls?: number;
  widget?: { id: string; name: string; primaryDomain: string };
  visitor?: SignedInVisitor;
}

/** A stored session: the public fields and the internal ones. */
export interface SessionRecord extends Session {
  /** The first 120 characters of the newest message. */
  preview: string;
  /** The first 120 characters of the first message, as the conversation's subject. */
  opening?: string;
  /**
   * Turn leases: visitor messages being answered now, with the time until which no other caller may take the
   * turn over.
   */
  turns: Readonly<Record<string, string>>;
  /** The count of visitor messages in the current rate-limit window. */
  messageWindow?: MessageWindow;
  /**
   * Recently replaced replies by id, with the time until which readers beyond their position get them again.
   */
  replaced?: Readonly<Record<string, string>>;
  /** Set by the first agent's reply since the last handoff request. */
  firstAgentReplyAt?: string;
  /** The visitor's page and language, as sent by the browser. */
  pageUrl?: string;
  locale?: string;
  /** The assistant of its widget when it started; default: the global default. */
  assistantId?: string;
  /** The directory of `visitor`: a subject identifies a person only together with it. */
  visitorIssuer?: string;
}

/** Fields that are set once, when a session starts. */
export type SessionStart = Pick<
  SessionRecord,
  'origin' | 'pageUrl' | 'locale' | 'widget' | 'assistantId' | 'visitor' | 'visitorIssuer'
>;

/** A session as visitors get it. */
export type VisitorSession = Pick<
  Session,
  'sessionId' | 'status' | 'createdAt' | 'updatedAt' | 'lastMessageAt' | 'messageCount'
> & { agent?: { name: string } };

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
export const TRANSITIONS: Record<SessionStatus, Record<TriggerType, Cell>> = {
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

/** The public fields of a session, as admins and agents get them. */
export function publicSession(record: SessionRecord): Session {
  const {
    preview: _p,
    opening: _o,
    turns: _t,
    messageWindow: _m,
    replaced: _r,
    firstAgentReplyAt: _f,
    pageUrl: _u,
    locale: _l,
    assistantId: _a,
    visitorIssuer: _i,
    ...session
  } = record;
  return session;
}

/** A session as admins and agents see it in their lists. */
export type ListedSession = Session & { opening: string; preview: string; sourceDomain?: string };

/** The public fields of a session, the starts of its first and newest message, and its source. */
export function listedSession(record: SessionRecord): ListedSession {
  const { preview, opening = preview } = record;
  const domain = sourceDomain(record);
  return {
    ...publicSession(record),
    opening,
    preview,
    ...(domain !== undefined && { sourceDomain: domain }),
  };
}

/** The fields of a session for its visitor: never an agent's oid (docs/api.md, Records). */
export function sessionForVisitor(record: SessionRecord): VisitorSession {
  const { sessionId, status, createdAt, updatedAt, lastMessageAt, messageCount, claimedByName } = record;
  const agent = status === 'claimed' && claimedByName !== undefined ? { agent: { name: claimedByName } } : {};
  return { sessionId, status, createdAt, updatedAt, lastMessageAt, messageCount, ...agent };
}

/**
 * The sort key of the agents' list: conversations waiting for an agent first, longest waiting on top, then
 * the newest message first. Stored with the session, so that the list is one range of one index.
 */
export function queueRank(session: Session): string {
  if (session.status === 'human_requested') return `0${session.humanRequestedAt ?? session.createdAt}`;
  const inverted = 8_640_000_000_000_000 - Date.parse(session.lastMessageAt);
  return `1${String(inverted).padStart(16, '0')}`;
}
