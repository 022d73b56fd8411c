import * as z from 'zod/mini';
import { emailAddress, phoneNumber, plainName } from '../../conversations/rules/contact.ts';
import { Acting, ActionNotice } from '../../conversations/records/action-notice.ts';
import { LeftMessage } from '../../conversations/records/contact.ts';
import { count, named, text, time, uuid } from '../../lib/fields.ts';
import { MAX_MESSAGE_LENGTH } from '../../conversations/rules/session-messages.ts';
import { Rating, VisitorMessage } from '../../conversations/records/message.ts';
import { SessionStatus } from '../../conversations/records/session.ts';
import { VisitorConversation } from '../../conversations/records/session-for-visitor.ts';
import { TokenUsage } from '../../spending/records/token-usage.ts';
import { LISTED_CONVERSATIONS } from '../../conversations/rules/visitors.ts';
import { tickets, requireTextOrFiles } from './attachments.ts';
import { languageTag, queryInteger } from '../../platform/wire/query-fields.ts';

const Usage = z
  .pick(TokenUsage, { inputTokens: true, outputTokens: true })
  .register(z.globalRegistry, named('Usage', 'Tokens that one answer used.'));

export const ChatRequest = z
  .object({
    /** Required without attachments. */
    message: z.optional(text(MAX_MESSAGE_LENGTH)),
    attachments: tickets(),
    sessionId: z.optional(uuid()),
    clientMessageId: z.optional(uuid()),
    /** The closed conversation that `sessionId` continues: its `continueAs` is that id. */
    continues: z.optional(uuid()),
    pageUrl: z.optional(z.string().check(z.maxLength(2000))),
    locale: z.optional(languageTag()),
  })
  .check(requireTextOrFiles('message'))
  .register(z.globalRegistry, {
    id: 'ChatRequest',
    description:
      'A visitor’s message; `attachments` are tickets of its files, in place of words or with them.',
  });
export type ChatRequest = z.infer<typeof ChatRequest>;

export const ChatReply = z
  .object({
    sessionId: uuid(),
    status: SessionStatus,
    message: VisitorMessage,
    reply: VisitorMessage,
    usage: Usage,
  })
  .register(z.globalRegistry, {
    id: 'ChatReply',
    description: 'The visitor’s message as stored, and its answer.',
  });
export type ChatReply = z.infer<typeof ChatReply>;

export const ChatQueued = z
  .object({
    sessionId: uuid(),
    status: SessionStatus,
    queued: z.literal(true),
    message: VisitorMessage,
  })
  .register(z.globalRegistry, { id: 'ChatQueued', description: 'An agent will answer.' });
export type ChatQueued = z.infer<typeof ChatQueued>;

/** The events of `POST /api/chat/stream`, by name; the stream ends with `data: [DONE]`. */
export const StreamEvents = {
  session: z.object({ sessionId: uuid(), status: SessionStatus, message: VisitorMessage }),
  delta: z.object({ content: z.string() }),
  /** The start or the end of an action, before the text that depends on it. */
  action: ActionNotice,
  complete: z.object({
    fullContent: z.string(),
    usage: Usage,
    reply: VisitorMessage,
    status: SessionStatus,
  }),
  error: z.object({ error: z.string(), message: z.string() }),
};
export type StreamEvent = {
  [Name in keyof typeof StreamEvents]: { event: Name; data: z.infer<(typeof StreamEvents)[Name]> };
}[keyof typeof StreamEvents];

export const HandoffRequest = z
  .object({ sessionId: uuid(), reason: z.optional(text(500)) })
  .register(z.globalRegistry, { id: 'HandoffRequest', description: 'The visitor asks for a person.' });

export const HandoffReply = z.object({ sessionId: uuid(), status: SessionStatus });
export type HandoffReply = z.infer<typeof HandoffReply>;

/** A text that a domain rule validates and normalizes. */
function normalizedBy(rule: (typed: string) => string | undefined, limit: number, expected: string) {
  return z.string().check(
    z.maxLength(limit),
    z.overwrite((typed) => rule(typed) ?? typed),
    z.refine((typed) => rule(typed) !== undefined, expected),
  );
}

export const ContactRequest = z
  .object({
    sessionId: uuid(),
    email: z.optional(normalizedBy(emailAddress, 300, 'must be an e-mail address such as mia@example.com')),
    phone: z.optional(normalizedBy(phoneNumber, 60, 'must be a phone number such as +49 30 1234567')),
    name: z.optional(text(100).check(z.refine(plainName, 'must not contain control characters'))),
    message: z.optional(text(MAX_MESSAGE_LENGTH)),
    clientMessageId: z.optional(uuid()),
    /** The visitor agrees that the business uses the contact details to answer. */
    consent: z.literal(true),
    pageUrl: z.optional(z.string().check(z.maxLength(2000))),
    locale: z.optional(languageTag()),
  })
  .check(
    z.refine(({ email, phone }) => email !== undefined || phone !== undefined, {
      path: ['email'],
      error: 'required without a phone number',
    }),
  )
  .register(z.globalRegistry, {
    id: 'ContactRequest',
    description: 'A visitor leaves a message: how to reach them, by `email`, `phone` or both.',
  });

export const ContactReply = z
  .object({
    sessionId: uuid(),
    status: SessionStatus,
    leftMessage: LeftMessage,
    message: z.optional(VisitorMessage),
  })
  .register(z.globalRegistry, {
    id: 'ContactReply',
    description: 'The time at which the message was left; `message` as stored, if there is one.',
  });
export type ContactReply = z.infer<typeof ContactReply>;

export const RatingRequest = z
  .object({ sessionId: uuid(), helpful: z.boolean(), comment: z.optional(text(500)) })
  .register(z.globalRegistry, {
    id: 'RatingRequest',
    description: 'Whether a closed conversation helped its visitor.',
  });

export const AvailabilityQuery = z.object({
  w: z.optional(z.string().check(z.maxLength(100))),
  /** The visitor asks for a person now. */
  asks: z.optional(z.literal('true')),
});

export const AvailabilityReply = z
  .object({
    /** `away`: no agent is available; `closed`: outside business hours. */
    status: z.enum(['available', 'away', 'closed']),
    /** Only with `closed`: the next opening, if known. */
    opensAt: z.optional(time()),
    /** Only with `available`: the median at this hour over the last 7 days, with at least 5 replies. */
    typicalReplySeconds: z.optional(count()),
    /** Set if the service can send e-mails to visitors, such as a transcript. */
    email: z.optional(z.literal(true)),
    /** Set while the chat is off: an open page hides it, unless a conversation has begun. */
    off: z.optional(z.literal(true)),
  })
  .register(z.globalRegistry, {
    id: 'Availability',
    description: 'Whether a visitor who asks for a person gets an answer soon.',
  });
export type AvailabilityReply = z.infer<typeof AvailabilityReply>;

export const FeedbackRequest = z
  .object({
    sessionId: uuid(),
    messageId: uuid(),
    rating: z.nullable(Rating),
    /** The visitor's words about the rating; without it, a stored comment on the same rating stays. */
    comment: z.optional(text(500)),
  })
  .register(z.globalRegistry, {
    id: 'FeedbackRequest',
    description: 'The visitor’s rating of an answer.',
  });

export const SourceRequest = z
  .object({ sessionId: uuid(), messageId: uuid(), number: z.int().check(z.minimum(1), z.maximum(100)) })
  .register(z.globalRegistry, {
    id: 'SourceRequest',
    description: 'A source of an answer by its number in the text, from 1.',
  });

export const SourceReply = z
  .object({
    title: z.string(),
    url: z.optional(z.string()),
    /** Markdown; absent if the documents no longer contain it. */
    passage: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'CitedSource', description: 'The source that an answer cites.' });
export type SourceReply = z.infer<typeof SourceReply>;

export const MessagesQuery = z.object({
  sessionId: uuid(),
  after: z.optional(queryInteger(0, 999_999_999)),
});

export const MessagesReply = z.object({
  sessionId: uuid(),
  status: SessionStatus,
  agent: z.optional(z.object({ name: z.string() })),
  leftMessage: z.optional(LeftMessage),
  /** Only if it is closed: whether the visitor has rated it. */
  rated: z.optional(z.boolean()),
  /** Only if it is closed: the conversation that continues it. */
  continuedBy: z.optional(uuid()),
  /** Only if it is closed: the id with which the visitor’s next message continues it. */
  continueAs: z.optional(uuid()),
  /** The running action of an answer in progress. */
  acting: z.optional(Acting),
  messages: z.array(VisitorMessage),
});
export type MessagesReply = z.infer<typeof MessagesReply>;

export const NegotiateRequest = z.object({ sessionId: z.optional(uuid()) });

export const VisitorNegotiateReply = z
  .object({ sessionId: uuid(), userId: uuid(), url: z.string(), expiresAt: time() })
  .register(z.globalRegistry, {
    id: 'VisitorConnection',
    description: 'Where to connect; the url carries a token: keep it secret.',
  });
export type VisitorNegotiateReply = z.infer<typeof VisitorNegotiateReply>;

const secret = () => z.string().check(z.minLength(1), z.maxLength(4000));

/**
 * `sessionIds`: of the plain chat. `renewals`: of an anonymous visitor of a registered widget.
 */
export const ConversationsRequest = z
  .object({
    sessionIds: z._default(z.array(uuid()).check(z.maxLength(LISTED_CONVERSATIONS)), []),
    renewals: z._default(z.array(secret()).check(z.maxLength(LISTED_CONVERSATIONS)), []),
  })
  .register(z.globalRegistry, {
    id: 'ConversationsRequest',
    description: 'A visitor opens the list of their conversations.',
  });
export type ConversationsRequest = z.infer<typeof ConversationsRequest>;

export const ConversationsReply = z
  .object({ conversations: z.array(VisitorConversation) })
  .register(z.globalRegistry, {
    id: 'VisitorConversations',
    description: 'The visitor’s conversations, the latest first.',
  });
export type ConversationsReply = z.infer<typeof ConversationsReply>;

/**
 * `renewal` continues its session, or for a signed-in visitor the one of `sessionId`. `proof`: the result of
 * a sign-in. `identity`: an identity token of the site. `fresh` starts a new session for the same visitor.
 */
export const VisitorTokenRequest = z
  .object({
    widgetId: z.string().check(z.maxLength(100)),
    renewal: z.optional(secret()),
    proof: z.optional(secret()),
    sessionId: z.optional(uuid()),
    /** The limit is above MAX_IDENTITY_TOKEN_LENGTH, so that a longer token gets the refusal `too-long`. */
    identity: z.optional(z.string().check(z.minLength(1), z.maxLength(16_000))),
    /** The visitor's answer whether they continue a conversation that a link opened. */
    continue: z.optional(z.boolean()),
    fresh: z._default(z.boolean(), false),
  })
  .register(z.globalRegistry, {
    id: 'VisitorTokenRequest',
    description: 'A registered widget asks for the token of its visitor.',
  });

export const VisitorTokenReply = z
  .object({
    /** Sent with every chat call as `Authorization: Bearer`. */
    token: z.string(),
    /** Only for this endpoint. */
    renewal: z.string(),
    sessionId: uuid(),
    expiresAt: time(),
    /** Absent for an anonymous visitor; `email` is there if it is verified. */
    visitor: z.optional(z.object({ name: z.string(), email: z.optional(z.string()) })),
    /** A link in an e-mail opened the conversation: a sign-in continues it only with `continue`. */
    linked: z.optional(z.literal(true)),
  })
  .register(z.globalRegistry, {
    id: 'VisitorToken',
    description:
      'A visitor’s token, bound to one widget and one session; keep both secrets out of logs and addresses.',
  });
export type VisitorTokenReply = z.infer<typeof VisitorTokenReply>;
