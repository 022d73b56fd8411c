import type { ErrorCode } from './errors.ts';
import type { SessionAgent, SessionRecord, SessionStatus } from '../conversations/records/session.ts';

/*
 * docs/rules.md, Session states:
 *
 * From                        Trigger        Condition                    To         Answer
 * open, human_requested       claim          the seat gate allows it      claimed    200
 * claimed (by another agent)  claim          the caller is not the owner  unchanged  409
 * claimed (by the caller)     claim          repeat                       claimed    200 alreadyClaimed
 * claimed                     close          the caller is the owner      closed     200
 * closed                      agent message                               closed     409
 *
 * docs/api.md adds the handoff (`request-human`), `release`, `transfer` and the triggers that keep the state.
 */

export type Trigger =
  | { type: 'visitor-message' | 'assistant-reply' | 'request-human' | 'leave-message' }
  | { type: 'mark-urgent' | 'rate' }
  | {
      type: 'claim' | 'agent-message' | 'close' | 'mark-answered' | 'snooze';
      agent: SessionAgent;
    }
  /** `queuedFor`: to the agents of a registered widget (its id) first. */
  | { type: 'release'; agent: SessionAgent; queuedFor?: string | undefined }
  | { type: 'transfer'; agent: SessionAgent; to: SessionAgent };
export type TriggerType = Trigger['type'];

/** The result of a trigger: a new session, the same one (`changed: false`), or a refusal with its reason. */
export type Outcome =
  | { ok: true; session: SessionRecord; changed: boolean }
  | { ok: false; refusal: ErrorCode; claimedBy?: string };

/** `stay`: allowed without a change of state. `owner`: allowed only for the agent who claimed the session. */
type Cell = { to: Target } | { refuse: ErrorCode } | { owner: Target; others: ErrorCode };
type Target = Exclude<SessionStatus, 'open'> | 'stay';

const stay: Cell = { to: 'stay' };
const refuse = (code: ErrorCode): Cell => ({ refuse: code });
const ownerTo = (owner: Target): Cell => ({ owner, others: 'not-session-owner' });

/** Agents' triggers in a session that no agent has claimed: all are refused. */
const UNCLAIMED = {
  'agent-message': refuse('not-session-owner'),
  release: refuse('not-session-owner'),
  transfer: refuse('not-session-owner'),
  close: refuse('not-session-owner'),
  'mark-answered': refuse('not-session-owner'),
  snooze: refuse('not-session-owner'),
} as const;

/** The transitions that are possible until a session is closed. */
const LIVE = {
  'visitor-message': stay,
  'assistant-reply': stay,
  'leave-message': stay,
  'mark-urgent': stay,
  rate: refuse('session-not-closed'),
} as const;

const TRANSITIONS: Record<SessionStatus, Record<TriggerType, Cell>> = {
  open: { ...LIVE, ...UNCLAIMED, 'request-human': { to: 'human_requested' }, claim: { to: 'claimed' } },
  human_requested: { ...LIVE, ...UNCLAIMED, 'request-human': stay, claim: { to: 'claimed' } },
  claimed: {
    ...LIVE,
    'request-human': stay,
    claim: { owner: 'stay', others: 'already-claimed' },
    'agent-message': ownerTo('stay'),
    release: ownerTo('human_requested'),
    transfer: ownerTo('claimed'),
    close: ownerTo('closed'),
    'mark-answered': ownerTo('stay'),
    snooze: ownerTo('stay'),
  },
  closed: {
    'visitor-message': refuse('session-closed'),
    // The model was asked before the session was closed; its reply is still stored and shown.
    'assistant-reply': stay,
    'request-human': refuse('session-closed'),
    'leave-message': refuse('session-closed'),
    'mark-urgent': refuse('session-closed'),
    rate: stay,
    claim: refuse('session-closed'),
    'agent-message': refuse('session-closed'),
    release: refuse('session-closed'),
    transfer: refuse('session-closed'),
    close: ownerTo('stay'),
    'mark-answered': ownerTo('stay'),
    snooze: refuse('session-closed'),
  },
};

/** Applies a trigger to a session at a time (RFC 3339, UTC). A refused trigger changes nothing. */
export function transition(session: SessionRecord, trigger: Trigger, now: string): Outcome {
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

/** Returns the session in its next state. Each change of state or owner ends a snooze and a group's turn. */
function enter(
  { snoozedUntil: _snoozed, queuedFor: _queued, ...session }: SessionRecord,
  status: Exclude<Target, 'stay'>,
  trigger: Trigger,
  now: string,
): SessionRecord {
  switch (status) {
    case 'human_requested': {
      const { claimedBy: _1, claimedByName: _2, claimedAt: _3, firstAgentReplyAt: _4, ...rest } = session;
      return {
        ...rest,
        ...{ status, updatedAt: now, humanRequestedAt: now },
        unansweredSince: session.unansweredSince ?? now,
        ...(trigger.type === 'release' &&
          trigger.queuedFor !== undefined && { queuedFor: trigger.queuedFor }),
      };
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
