import type { AgentStatus } from '../../availability/rules/agent-status.ts';
import { continuationIdOf } from './ids.ts';
import type { Contact } from '../records/contact.ts';
import type { Message } from '../records/message.ts';
import type { SessionRecord } from '../records/session.ts';
import { append, startSession } from './session-messages.ts';

/** The maximum number of closed sessions that a session continues; a longer thread is not continued. */
export const MAX_EARLIER = 20;

const DAY_MS = 86_400_000;
/** How long a waiting continuation is kept for the agent of its thread, in milliseconds. */
const KEPT_MS = 5 * 60_000;
/** From this age on, an agent's last sign of activity (exact to five minutes) means that they are away. */
const AWAY_AFTER_MS = 10 * 60_000;

/** Whether a session is closed and its thread has room for one more session. */
export function isContinuable({ status, earlier = [] }: SessionRecord): boolean {
  return status === 'closed' && earlier.length < MAX_EARLIER;
}

/** Whether its visitor may still continue a closed session: up to a number of days after the close. */
export function mayVisitorContinue(session: SessionRecord, nowMs: number, days: number): boolean {
  const closedMs = Date.parse(session.closedAt ?? session.updatedAt);
  return isContinuable(session) && nowMs < closedMs + days * DAY_MS;
}

/** The other agent for whom a waiting continuation is kept: the one who closed the session before it. */
export function keptForOther(session: SessionRecord, oid: string, nowMs: number): string | undefined {
  const { formerAgent, humanRequestedAt } = session;
  const isNew = humanRequestedAt !== undefined && nowMs < Date.parse(humanRequestedAt) + KEPT_MS;
  return formerAgent && formerAgent.oid !== oid && isNew ? formerAgent.oid : undefined;
}

/** Whether an agent can take a conversation that is kept for them. */
export function isHere(
  agent: { availability: AgentStatus; lastSeenAt: string } | undefined,
  nowMs: number,
): boolean {
  return agent?.availability === 'available' && nowMs < Date.parse(agent.lastSeenAt) + AWAY_AFTER_MS;
}

/** Whether an id is the one of a later session of the same thread. */
export function isLaterPart(sessionId: string, candidate: string): boolean {
  let id = sessionId;
  for (let part = 0; part < MAX_EARLIER; part++) {
    id = continuationIdOf(id);
    if (id === candidate) return true;
  }
  return false;
}

/** The ids of the sessions of a thread up to a session, oldest first. */
export function partsOf({ sessionId, earlier = [] }: SessionRecord): string[] {
  return [...earlier.map((part) => part.sessionId), sessionId];
}

/** The `seq` of the first message of a session; in a thread `seq` counts on from session to session. */
export function firstSeqOf({ earlier = [] }: SessionRecord): number {
  return (earlier.at(-1)?.toSeq ?? 0) + 1;
}

/**
 * The session that continues a closed one, with the system message that divides them. It has the same
 * visitor, widget, tags and address, and an id that only the closed one determines: of several starts the
 * store accepts one.
 */
export function continueSession(
  closed: SessionRecord,
  messageId: string,
  now: string,
): { session: SessionRecord; message: Message } {
  const { sessionId, messageCount, opening, closedAt, claimedBy: oid, claimedByName: name } = closed;
  const { origin, pageUrl, locale, widget, assistantId, visitor, visitorIssuer } = closed;
  const started: SessionRecord = {
    ...startSession(continuationIdOf(sessionId), now, {
      ...(origin !== undefined && { origin }),
      ...(pageUrl !== undefined && { pageUrl }),
      ...(locale !== undefined && { locale }),
      ...(widget && { widget }),
      ...(assistantId !== undefined && { assistantId }),
      ...(visitor && { visitor }),
      ...(visitorIssuer !== undefined && { visitorIssuer }),
    }),
    messageCount,
    earlier: [...(closed.earlier ?? []), { sessionId, toSeq: messageCount }],
    ...(opening !== undefined && { opening }),
    ...(oid !== undefined && { formerAgent: { oid, name: name ?? oid } }),
    ...keptOf(closed, now),
  };
  const draft = {
    id: messageId,
    role: 'system',
    event: 'continued',
    content: `Conversation closed on ${(closedAt ?? now).slice(0, 10)}, continued.`,
    ...(closedAt !== undefined && { closedAt }),
  } as const;
  return append(started, draft, now);
}

/** The visitor’s state that a continuation keeps. The close counts as the answer to a left message. */
function keptOf(closed: SessionRecord, now: string): Partial<SessionRecord> {
  const {
    tagIds,
    anonymousSeq,
    seenSeq,
    emailsStopped,
    pages,
    contact,
    emails = [],
    closedAt = now,
  } = closed;
  const sent = emails.filter(({ state }) => state === 'sent' || state === 'failed');
  return {
    ...(tagIds && { tagIds }),
    ...(anonymousSeq !== undefined && { anonymousSeq }),
    ...(seenSeq !== undefined && { seenSeq }),
    ...(emailsStopped && { emailsStopped }),
    ...(pages && { pages }),
    ...(contact && { contact: answered(contact, closedAt) }),
    ...(sent.length > 0 && { emails: sent }),
  };
}

function answered(contact: Contact, at: string): Contact {
  return { ...contact, answeredAt: contact.answeredAt ?? at };
}
