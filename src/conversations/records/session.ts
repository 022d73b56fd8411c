import * as z from 'zod/mini';
import { Contact } from './contact.ts';
import { SentEmail } from './sent-email.ts';
import { VisitorRating } from './visitor-rating.ts';
import { Acting } from './action-notice.ts';
import { count, time, uuid } from '../../lib/fields.ts';

/** The states of a session (docs/rules.md, Session states). */
export const SESSION_STATUSES = ['open', 'human_requested', 'claimed', 'closed'] as const;
export const SessionStatus = z.enum(SESSION_STATUSES);
export type SessionStatus = z.output<typeof SessionStatus>;

/**
 * Why a conversation was handed off. `visitor`: the visitor asked for an agent, by the button or in a
 * message. `assistant`: the assistant requested an agent. `message-left`: the visitor left a message for
 * later.
 */
export const HANDOFF_REASONS = ['visitor', 'assistant', 'message-left'] as const;
export const HandoffReason = z.enum(HANDOFF_REASONS);
export type HandoffReason = z.output<typeof HandoffReason>;

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

/** The assistant's messages: rated by the visitor, or without an answer. */
const AnswerCounts = z.object({ helpful: count(), notHelpful: count(), unanswered: count() });
export type AnswerCounts = z.output<typeof AnswerCounts>;

/** Who wrote a message that is not a system message. */
export const LastFrom = z.enum(['visitor', 'assistant', 'agent']);

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
  /** The first 120 characters of the newest message, system messages left out. */
  preview: z.string(),
  /** Who wrote the message of `preview`. */
  lastFrom: z.exactOptional(LastFrom),
  /** The first 120 characters of the visitor's newest message. */
  asked: z.exactOptional(z.string()),
  /** Since when the visitor has no reply: their first unanswered message, or their request for an agent. */
  unansweredSince: z.exactOptional(time()),
  /** The latest sign of the visitor: a message, or a report of seen messages. */
  visitorAt: z.exactOptional(time()),
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
  /** Absent without ratings and missing answers. */
  answers: z.exactOptional(AnswerCounts),
  /** Snoozed until a time, or (`message`) until the visitor's next message. */
  snoozedUntil: z.exactOptional(z.union([time(), z.literal('message')])),
  /** An agent passed it on to the agents of this registered widget (its id), who have not claimed it yet. */
  queuedFor: z.exactOptional(z.string()),
  /** The ids of its tags in the order of adding, including deleted tags. */
  tagIds: z.exactOptional(z.readonly(z.array(uuid()))),
  /** The closed sessions that it continues, oldest first, each with its last `seq`: its thread (ADR 51). */
  earlier: z.exactOptional(z.readonly(z.array(z.object({ sessionId: uuid(), toSeq: count() })))),
  /** The session that continues this closed one. */
  continuedBy: z.exactOptional(uuid()),
  /** The agent who closed the session that it continues. */
  formerAgent: z.exactOptional(z.object({ oid: z.string(), name: z.string() })),
});
export type SessionRecord = z.output<typeof SessionRecord>;

/** The fields that are set only at the start of a session. */
export type SessionStart = Pick<
  SessionRecord,
  'origin' | 'pageUrl' | 'locale' | 'widget' | 'assistantId' | 'visitor' | 'visitorIssuer'
>;
