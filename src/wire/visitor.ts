import * as z from 'zod/mini';
import { emailAddress, phoneNumber, plainName } from '../domain/contact.ts';
import { Acting, ActionNotice } from '../domain/records/action-notice.ts';
import { LeftMessage } from '../domain/records/contact.ts';
import { count, text, time, uuid } from '../domain/records/fields.ts';
import { Rating, VisitorMessage } from '../domain/records/message.ts';
import { SessionStatus, VisitorConversation } from '../domain/records/session.ts';
import { LISTED_CONVERSATIONS } from '../domain/visitor-conversations.ts';
import { tickets, wordsOrFiles } from './attachments.ts';
import { languageTag, queryInteger, Usage } from './records.ts';

export const ChatRequest = z
  .object({
    /** Required without attachments. */
    message: z.optional(text()),
    attachments: tickets(),
    sessionId: z.optional(uuid()),
    clientMessageId: z.optional(uuid()),
    pageUrl: z.optional(z.string().check(z.maxLength(2000))),
    locale: z.optional(languageTag()),
  })
  .check(wordsOrFiles('message'))
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
  /** An action of the business has begun or ended, before the text that rests on it. */
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

/** Text that a rule of the domain reads, in the form in which the rule writes it. */
function readBy(rule: (typed: string) => string | undefined, limit: number, expected: string) {
  return z.string().check(
    z.maxLength(limit),
    z.overwrite((typed) => rule(typed) ?? typed),
    z.refine((typed) => rule(typed) !== undefined, expected),
  );
}

export const ContactRequest = z
  .object({
    sessionId: uuid(),
    email: z.optional(readBy(emailAddress, 300, 'must be an e-mail address such as mia@example.com')),
    phone: z.optional(readBy(phoneNumber, 60, 'must be a phone number such as +49 30 1234567')),
    name: z.optional(text(100).check(z.refine(plainName, 'must not contain control characters'))),
    message: z.optional(text()),
    clientMessageId: z.optional(uuid()),
    /** The visitor has agreed that the business uses the contact to answer. */
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

export const AvailabilityQuery = z.object({ w: z.optional(z.string().check(z.maxLength(100))) });

export const AvailabilityReply = z
  .object({
    /** `away`: no agent is available; `closed`: outside of the business hours. */
    status: z.enum(['available', 'away', 'closed']),
    /** With `closed`, where an opening is planned. */
    opensAt: z.optional(time()),
    /** With `available`: the median of the last seven days at this hour, where there are enough replies. */
    typicalReplySeconds: z.optional(count()),
    /** The service can send e-mails to visitors, such as the conversation. */
    email: z.optional(z.literal(true)),
  })
  .register(z.globalRegistry, {
    id: 'Availability',
    description: 'Whether a visitor who asks for a person gets an answer soon.',
  });
export type AvailabilityReply = z.infer<typeof AvailabilityReply>;

export const FeedbackRequest = z
  .object({ sessionId: uuid(), messageId: uuid(), rating: z.nullable(Rating) })
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
    /** Markdown; absent where the documents no longer have it. */
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
  /** Of a closed conversation: whether the visitor has rated it. */
  rated: z.optional(z.boolean()),
  /** The action that an answer under way has called last. */
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
 * The conversations that a visitor of the plain chat knows by `sessionIds`, or an anonymous one of a
 * registered widget by `renewals`.
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
 * `renewal` continues the session that it was issued with, or for a signed-in visitor another one of theirs,
 * `sessionId`. `proof` is the result of a sign-in; `identity` is a token that the site has signed for its
 * visitor. `fresh` starts a new session for the same visitor.
 */
export const VisitorTokenRequest = z
  .object({
    widgetId: z.string().check(z.maxLength(100)),
    renewal: z.optional(secret()),
    proof: z.optional(secret()),
    sessionId: z.optional(uuid()),
    /** A longer one than is read gets a refusal in words. */
    identity: z.optional(z.string().check(z.minLength(1), z.maxLength(16_000))),
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
    /** Sent to this endpoint only. */
    renewal: z.string(),
    sessionId: uuid(),
    expiresAt: time(),
    /** The visitor, once signed in. */
    visitor: z.optional(z.object({ name: z.string() })),
  })
  .register(z.globalRegistry, {
    id: 'VisitorToken',
    description:
      'A visitor’s token, bound to one widget and one session; keep both secrets out of logs and addresses.',
  });
export type VisitorTokenReply = z.infer<typeof VisitorTokenReply>;
