import * as z from 'zod/mini';
import { sourceDomain } from '../widgets.ts';
import { plainText } from '../plain-text.ts';
import { Contact, LeftMessage } from './contact.ts';
import { SentEmail } from './sent-email.ts';
import { HandoffReason } from './handoff-reason.ts';
import { VisitorRating } from './visitor-rating.ts';
import { Acting } from './action-notice.ts';
import { count, fieldsOf, named, time, uuid } from './fields.ts';

/** The states of a session (docs/rules.md, Session states). */
export const SESSION_STATUSES = ['open', 'human_requested', 'claimed', 'closed'] as const;
export const SessionStatus = z.enum(SESSION_STATUSES);
export type SessionStatus = z.output<typeof SessionStatus>;

/** A signed-in person of the business, as far as a session knows them. */
export interface SessionAgent {
  oid: string;
  name: string;
}

/**
 * A visitor who signed in with a widget's own directory, in its words; only `subject` is sure to stay the
 * same.
 */
const SignedInVisitor = z.object({
  subject: z.string(),
  name: z.string(),
  email: z.exactOptional(z.string()),
  /** Whether the directory says that the address is really theirs. */
  emailVerified: z.exactOptional(z.boolean()),
  /** The claims of the site's token that the widget keeps for actions. */
  claims: z.exactOptional(z.readonly(z.record(z.string(), z.string()))),
});
export type SignedInVisitor = z.output<typeof SignedInVisitor>;

/** A page of the site, and when the visitor first wrote from it. */
export const VisitedPage = z.object({ url: z.string(), at: time() });
export type VisitedPage = z.output<typeof VisitedPage>;

/** A session with every field that is stored. Times are RFC 3339 in UTC, `cost` is in US dollars. */
export const SessionRecord = z.object({
  sessionId: uuid(),
  status: SessionStatus,
  origin: z.exactOptional(z.string()),
  claimedBy: z.exactOptional(z.string()),
  claimedByName: z.exactOptional(z.string()),
  createdAt: time(),
  updatedAt: time(),
  lastMessageAt: time(),
  humanRequestedAt: z.exactOptional(time()),
  /** Of the first request for a person; absent in conversations of releases that did not store it. */
  handoffReason: z.exactOptional(z.catch(HandoffReason, 'unknown')),
  claimedAt: z.exactOptional(time()),
  closedAt: z.exactOptional(time()),
  messageCount: count(),
  inputTokens: count(),
  outputTokens: count(),
  cost: z.number(),
  /** How many calls of the model `cost` leaves out, since they have no price. */
  unpricedCalls: z.exactOptional(count()),
  widget: z.exactOptional(z.object({ id: z.string(), name: z.string(), primaryDomain: z.string() })),
  /** An address counts as the visitor's only with `emailVerified`. */
  visitor: z.exactOptional(SignedInVisitor),
  /** The first 120 characters of the newest message. */
  preview: z.string(),
  /** The first 120 characters of the first message: what the conversation is about. */
  opening: z.exactOptional(z.string()),
  /**
   * The leases of the turns under way: until when no other instance answers a visitor's message, by its id.
   */
  turns: z.readonly(z.record(z.string(), z.string())),
  /** The count of visitor messages in the current rate-limit window. */
  messageWindow: z.exactOptional(z.object({ count: count(), endsAt: time() })),
  /** Replies that were replaced lately, by id: until when readers who are past their place get them again. */
  replaced: z.exactOptional(z.readonly(z.record(z.string(), z.string()))),
  /** Set by the first reply of a person since the last request for one. */
  firstAgentReplyAt: z.exactOptional(time()),
  /** The visitor's page and language, as their browser sent them. */
  pageUrl: z.exactOptional(z.string()),
  locale: z.exactOptional(z.string()),
  /** The pages from which the visitor wrote, oldest first, and since when. */
  pages: z.exactOptional(z.readonly(z.array(VisitedPage))),
  /** The assistant that its widget named when it started; without one, the global default. */
  assistantId: z.exactOptional(z.string()),
  /** An agent has marked it: it is answered before the others that wait. */
  urgent: z.exactOptional(z.literal(true)),
  /** The directory that says who `visitor` is: a subject means a person only together with it. */
  visitorIssuer: z.exactOptional(z.string()),
  /** How many notices were stored for channels: the order of the next one. */
  notices: z.exactOptional(count()),
  /** How many actions its visitor and the assistant have called. */
  actionCalls: z.exactOptional(count()),
  /** The action that an answer under way has called last, with the visitor's message that it answers. */
  acting: z.exactOptional(z.extend(Acting, { messageId: z.string() })),
  /** How to reach the visitor, who has left a message. Content. */
  contact: z.exactOptional(Contact),
  /** The e-mails to the visitor, oldest first, with their addresses. Content. */
  emails: z.exactOptional(z.readonly(z.array(SentEmail))),
  /** The visitor wants no e-mail for messages that they have not seen. */
  emailsStopped: z.exactOptional(z.literal(true)),
  /** The visitor's browser has shown the agents' messages up to this `seq`. */
  seenSeq: z.exactOptional(count()),
  /** The visitor's rating after the close. Content. */
  visitorRating: z.exactOptional(VisitorRating),
  /** Until when its agent has snoozed it: a time, or `message` for the visitor's next message. */
  snoozedUntil: z.exactOptional(z.union([time(), z.literal('message')])),
  /** The ids of its tags in the order in which they were added, also of deleted ones. */
  tagIds: z.exactOptional(z.readonly(z.array(uuid()))),
});
export type SessionRecord = z.output<typeof SessionRecord>;

/** The fields that a session gets only at its start. */
export type SessionStart = Pick<
  SessionRecord,
  'origin' | 'pageUrl' | 'locale' | 'widget' | 'assistantId' | 'visitor' | 'visitorIssuer'
>;

const PublicSession = z.pick(SessionRecord, {
  sessionId: true,
  status: true,
  origin: true,
  claimedBy: true,
  claimedByName: true,
  createdAt: true,
  updatedAt: true,
  lastMessageAt: true,
  humanRequestedAt: true,
  claimedAt: true,
  closedAt: true,
  messageCount: true,
  inputTokens: true,
  outputTokens: true,
  cost: true,
  unpricedCalls: true,
  widget: true,
  visitor: true,
  urgent: true,
  tagIds: true,
  snoozedUntil: true,
});
const publicFields = fieldsOf(PublicSession);

/** The public fields of a session (docs/api.md, Records). */
export const Session = z
  .extend(PublicSession, { leftMessage: z.exactOptional(LeftMessage) })
  .register(
    z.globalRegistry,
    named(
      'Session',
      'A conversation as admins and agents see it; `cost` in US dollars. `tagIds` may name deleted tags.',
    ),
  );
export type Session = z.output<typeof Session>;

/** The message that the visitor left, without how to reach them. */
function leftMessageOf({ contact, emails = [] }: SessionRecord): { leftMessage?: LeftMessage } {
  if (!contact) return {};
  const { leftAt, answeredAt } = contact;
  const byEmail = emails.some(({ kind }) => kind === 'reply');
  return {
    leftMessage: { leftAt, ...(answeredAt !== undefined && { answeredAt }), ...(byEmail && { byEmail }) },
  };
}

/** The public fields of a session, as admins and agents get them. */
export function publicSession(record: SessionRecord): Session {
  return { ...publicFields(record), ...leftMessageOf(record) };
}

/** A session as admins and agents see it in their lists. */
export const ListedSession = z
  .object({
    ...Session.shape,
    opening: z.string(),
    preview: z.string(),
    sourceDomain: z.exactOptional(z.string()),
  })
  .register(
    z.globalRegistry,
    named(
      'AgentSession',
      'A conversation in the agents’ list; `opening` is the start of its first message, `preview` of its last.',
    ),
  );
export type ListedSession = z.output<typeof ListedSession>;

/**
 * The public fields of a session with the starts of its first and its newest message, and where it comes
 * from.
 */
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

const ShownToVisitor = z.pick(SessionRecord, {
  sessionId: true,
  status: true,
  createdAt: true,
  updatedAt: true,
  lastMessageAt: true,
  messageCount: true,
});
const shownToVisitor = fieldsOf(ShownToVisitor);

/** A session as visitors get it. */
export type VisitorSession = z.output<typeof ShownToVisitor> & {
  agent?: { name: string };
  leftMessage?: LeftMessage;
  /** Of a closed conversation: whether the visitor has rated it. */
  rated?: boolean;
};

/** A conversation in its visitor's list. */
export const VisitorConversation = z
  .object({
    sessionId: uuid(),
    status: SessionStatus,
    opening: z.string(),
    preview: z.string(),
    lastMessageAt: time(),
    messageCount: count(),
    agent: z.exactOptional(z.object({ name: z.string() })),
  })
  .register(
    z.globalRegistry,
    named(
      'VisitorConversation',
      'A conversation in its visitor’s list; `opening` is the start of its first message, `preview` of its last, without Markdown.',
    ),
  );
export type VisitorConversation = z.output<typeof VisitorConversation>;

/** A session in its visitor's list, which shows plain text. */
export function conversationForVisitor(record: SessionRecord): VisitorConversation {
  const { preview, opening = preview } = record;
  const { sessionId, status, lastMessageAt, messageCount, agent } = sessionForVisitor(record);
  const { text } = plainText(preview);
  return { sessionId, status, opening, preview: text, lastMessageAt, messageCount, ...(agent && { agent }) };
}

/** The fields of a session that its visitor may see: never an agent's oid (docs/api.md, Records). */
export function sessionForVisitor(record: SessionRecord): VisitorSession {
  const { status, claimedByName: name } = record;
  return {
    ...shownToVisitor(record),
    ...(status === 'claimed' && name !== undefined && { agent: { name } }),
    ...leftMessageOf(record),
    ...(status === 'closed' && { rated: record.visitorRating !== undefined }),
  };
}
