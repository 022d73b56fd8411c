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

/** An agent in a session. */
export interface SessionAgent {
  oid: string;
  name: string;
}

/** A signed-in visitor, by the claims of the widget's directory. Only `subject` is stable. */
const SignedInVisitor = z.object({
  subject: z.string(),
  name: z.string(),
  email: z.exactOptional(z.string()),
  /** Whether the directory has verified the address. */
  emailVerified: z.exactOptional(z.boolean()),
  /** The claims of the site's token that actions may use. */
  claims: z.exactOptional(z.readonly(z.record(z.string(), z.string()))),
});
export type SignedInVisitor = z.output<typeof SignedInVisitor>;

/** A page of the site; `at`: the visitor's first message from it. */
export const VisitedPage = z.object({ url: z.string(), at: time() });
export type VisitedPage = z.output<typeof VisitedPage>;

/** A stored session. Times are RFC 3339 in UTC, `cost` is in US dollars. */
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
  /** The reason of the first handoff. */
  handoffReason: z.exactOptional(HandoffReason),
  claimedAt: z.exactOptional(time()),
  closedAt: z.exactOptional(time()),
  messageCount: count(),
  inputTokens: count(),
  outputTokens: count(),
  cost: z.number(),
  /** The number of model calls of unknown price, not included in `cost`. */
  unpricedCalls: z.exactOptional(count()),
  widget: z.exactOptional(z.object({ id: z.string(), name: z.string(), primaryDomain: z.string() })),
  /** The e-mail address is trusted only with `emailVerified`. */
  visitor: z.exactOptional(SignedInVisitor),
  /** The first 120 characters of the newest message. */
  preview: z.string(),
  /** The first 120 characters of the first message. */
  opening: z.exactOptional(z.string()),
  /**
   * The leases of turns in progress, by the id of the visitor's message: no other instance answers it until
   * the time (ADR 2).
   */
  turns: z.readonly(z.record(z.string(), z.string())),
  /** The count of visitor messages in the current rate-limit window. */
  messageWindow: z.exactOptional(z.object({ count: count(), endsAt: time() })),
  /** Recently replaced replies, by id: until the time, readers with a later `seq` get them again. */
  replaced: z.exactOptional(z.readonly(z.record(z.string(), z.string()))),
  /** The first agent's reply since the last request for an agent. */
  firstAgentReplyAt: z.exactOptional(time()),
  /** The page and the language that the visitor's browser sent. */
  pageUrl: z.exactOptional(z.string()),
  locale: z.exactOptional(z.string()),
  /** The pages from which the visitor wrote, oldest first. */
  pages: z.exactOptional(z.readonly(z.array(VisitedPage))),
  /** The assistant of its widget at the start; absent: the global default. */
  assistantId: z.exactOptional(z.string()),
  /** An agent has marked it as urgent: it is sorted before other waiting conversations. */
  urgent: z.exactOptional(z.literal(true)),
  /** The issuer of `visitor`: a subject is unique only within an issuer. */
  visitorIssuer: z.exactOptional(z.string()),
  /** The messages up to this `seq` are from before the visitor signed in to it. */
  anonymousSeq: z.exactOptional(count()),
  /** The number of notices so far; it orders them. */
  notices: z.exactOptional(count()),
  /** The number of actions called by the visitor and the assistant. */
  actionCalls: z.exactOptional(count()),
  /** The latest action of an answer in progress; `messageId`: the visitor's message. */
  acting: z.exactOptional(z.extend(Acting, { messageId: z.string() })),
  /** The contact details of a left message. Content. */
  contact: z.exactOptional(Contact),
  /** The e-mails to the visitor, oldest first, with their addresses. Content. */
  emails: z.exactOptional(z.readonly(z.array(SentEmail))),
  /** The visitor has unsubscribed from e-mails about unseen messages. */
  emailsStopped: z.exactOptional(z.literal(true)),
  /** The visitor's browser has shown the agents' messages up to this `seq`. */
  seenSeq: z.exactOptional(count()),
  /** The visitor's rating after the close. Content. */
  visitorRating: z.exactOptional(VisitorRating),
  /** Snoozed until a time, or (`message`) until the visitor's next message. */
  snoozedUntil: z.exactOptional(z.union([time(), z.literal('message')])),
  /** The ids of its tags in the order of adding, including deleted tags. */
  tagIds: z.exactOptional(z.readonly(z.array(uuid()))),
});
export type SessionRecord = z.output<typeof SessionRecord>;

/** The fields that are set only at the start of a session. */
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

/** The state of the left message, without the contact details. */
function leftMessageOf({ contact, emails = [] }: SessionRecord): { leftMessage?: LeftMessage } {
  if (!contact) return {};
  const { leftAt, answeredAt } = contact;
  const byEmail = emails.some(({ kind }) => kind === 'reply');
  return {
    leftMessage: { leftAt, ...(answeredAt !== undefined && { answeredAt }), ...(byEmail && { byEmail }) },
  };
}

/** The fields of a session for admins and agents. */
export function publicSession(record: SessionRecord): Session {
  return { ...publicFields(record), ...leftMessageOf(record) };
}

/** A session in the lists of admins and agents. */
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

/** The fields of a session for lists; `opening` is empty before the first message. */
export function listedSession(record: SessionRecord): ListedSession {
  const { preview, opening = '' } = record;
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

/** A session in visitors' answers. */
export type VisitorSession = z.output<typeof ShownToVisitor> & {
  agent?: { name: string };
  leftMessage?: LeftMessage;
  /** Only if it is closed: whether the visitor has rated it. */
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

/** The entry of a session in its visitor's list; `preview` is plain text. */
export function conversationForVisitor(record: SessionRecord): VisitorConversation {
  const { preview, opening = '' } = record;
  const { sessionId, status, lastMessageAt, messageCount, agent } = sessionForVisitor(record);
  const { text } = plainText(preview);
  return { sessionId, status, opening, preview: text, lastMessageAt, messageCount, ...(agent && { agent }) };
}

/** The fields of a session for its visitor: never an agent's oid (docs/api.md, Records). */
export function sessionForVisitor(record: SessionRecord): VisitorSession {
  const { status, claimedByName: name } = record;
  return {
    ...shownToVisitor(record),
    ...(status === 'claimed' && name !== undefined && { agent: { name } }),
    ...leftMessageOf(record),
    ...(status === 'closed' && { rated: record.visitorRating !== undefined }),
  };
}
