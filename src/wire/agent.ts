import * as z from 'zod/mini';
import { AGENT_STATUSES } from '../domain/availability.ts';
import { CANNED_VARIABLES, unknownVariablesIn } from '../domain/canned-variables.ts';
import { CannedReply } from '../domain/records/canned-reply.ts';
import { count, fieldsOf, named, text, time, uuid } from '../domain/records/fields.ts';
import { Message } from '../domain/records/message.ts';
import { Mention } from '../domain/records/mention.ts';
import { Note } from '../domain/records/note.ts';
import { SentEmail } from '../domain/records/sent-email.ts';
import { Plan, QuotaStatus } from '../domain/records/plan.ts';
import { ListedSession, Session, SessionRecord, SessionStatus } from '../domain/records/session.ts';
import { tickets, requireTextOrFiles } from './attachments.ts';
import { cursor, languageTag, limit, queryInteger, sourceDomain } from './records.ts';

/** An agent's object id in the business's directory; opaque. */
const oid = () => z.string().check(z.minLength(1), z.maxLength(200));

/** An ISO 639 code, such as `de`. */
const languageCode = () => z.string().check(z.regex(/^[a-z]{2,3}$/));

/** The maximum number of mentions in a note. */
const MAX_MENTIONS = 10;

/** The opaque version for optimistic concurrency. */
const version = () => z.string().check(z.minLength(1), z.maxLength(200));

const agentStatus = () => z.enum(AGENT_STATUSES);

export const AgentMe = z
  .object({
    oid: z.string(),
    upn: z.string(),
    email: z.string(),
    tenantId: z.string(),
    /** Absent while the store is unavailable. */
    availability: z.optional(agentStatus()),
    /** Set if a connected language model can translate. */
    translates: z.optional(z.literal(true)),
  })
  .register(
    z.globalRegistry,
    named(
      'AgentMe',
      'The normalized claims of the agent’s token, and whether the agent takes conversations.',
    ),
  );
export type AgentMe = z.infer<typeof AgentMe>;

/** The request and the reply of a change. */
export const AgentAvailability = z
  .object({ status: agentStatus() })
  .register(z.globalRegistry, named('AgentAvailability', 'Whether an agent takes conversations now.'));
export type AgentAvailability = z.infer<typeof AgentAvailability>;

export const AgentNegotiateReply = z
  .object({ userId: z.string(), url: z.string(), expiresAt: time() })
  .register(
    z.globalRegistry,
    named('AgentConnection', 'Where to connect; the url carries a token: keep it secret.'),
  );
export type AgentNegotiateReply = z.infer<typeof AgentNegotiateReply>;

// --- Seats
// -----------------------------------------------------------------------------------------------------------

export const PlanStatus = z
  .object({
    ...z.pick(Plan, { planId: true, planDisplayName: true, upgradeUrl: true }).shape,
    ...z.pick(QuotaStatus, {
      exceeded: true,
      seatsUsed: true,
      seatQuota: true,
      daysOverQuota: true,
      gracePeriodDays: true,
      blocked: true,
    }).shape,
  })
  .register(z.globalRegistry, named('PlanStatus', 'The plan, and how its agent seats are used.'));
export type PlanStatus = z.infer<typeof PlanStatus>;
export const planStatus: (known: PlanStatus) => PlanStatus = fieldsOf(PlanStatus);

// --- Conversations
// ---------------------------------------------------------------------------------------------------

export const AgentSessionDetail = z
  .object({
    ...ListedSession.shape,
    ...z.pick(SessionRecord, { pageUrl: true, locale: true, pages: true, contact: true, visitorRating: true })
      .shape,
    /** Whether files may be sent in it. */
    takesFiles: z.optional(z.literal(true)),
    /** Whether an e-mail can be sent to the visitor. */
    takesEmail: z.optional(z.literal(true)),
    emails: z.optional(z.readonly(z.array(SentEmail))),
  })
  .register(
    z.globalRegistry,
    named(
      'AgentSessionDetail',
      'A conversation with the page and language of its visitor, if known, and their contact.',
    ),
  );
export type AgentSessionDetail = z.infer<typeof AgentSessionDetail>;

export { SessionParams } from './records.ts';

export const MessageParams = z.object({ id: uuid(), messageId: uuid() });

export const AgentSessionsQuery = z.object({
  status: z.optional(SessionStatus),
  /** An agent's oid, or `me`. */
  claimedBy: z.optional(oid()),
  sourceDomain: z.optional(sourceDomain()),
  /** The id of a tag. */
  tag: z.optional(uuid()),
  limit: limit(50),
  cursor: z.optional(cursor()),
});

export const AgentSessionsReply = z.object({
  sessions: z.array(ListedSession),
  nextCursor: z.optional(z.string()),
  /** The registered widgets of the agent's own groups; absent if no widget names agent groups. */
  ownWidgets: z.optional(z.array(uuid())),
  /** Groups overage: the token has too many groups, so `ownWidgets` depends only on app roles. */
  groupsLeftOut: z.optional(z.literal(true)),
});
export type AgentSessionsReply = z.infer<typeof AgentSessionsReply>;

export const VisitorHistoryReply = z.object({ sessions: z.array(ListedSession) });
export type VisitorHistoryReply = z.infer<typeof VisitorHistoryReply>;

export const AgentSessionReply = z.object({ session: AgentSessionDetail });
export type AgentSessionReply = z.infer<typeof AgentSessionReply>;

export const AgentMessagesQuery = z.object({ after: z.optional(queryInteger(0, 999_999_999)) });

export const AgentMessagesReply = z.object({
  sessionId: uuid(),
  status: SessionStatus,
  agent: z.optional(z.object({ oid: z.string(), name: z.string() })),
  messages: z.array(Message),
});
export type AgentMessagesReply = z.infer<typeof AgentMessagesReply>;

export const ClaimReply = z
  .object({
    session: Session,
    alreadyClaimed: z.optional(z.literal(true)),
    quotaStatus: z.optional(QuotaStatus),
  })
  .register(
    z.globalRegistry,
    named('ClaimReply', 'The claimed conversation; `quotaStatus` exactly while the quota is exceeded.'),
  );
export type ClaimReply = z.infer<typeof ClaimReply>;

export const UrgentRequest = z
  .object({ urgent: z.boolean() })
  .register(
    z.globalRegistry,
    named('UrgentRequest', 'Whether a conversation is answered before the others.'),
  );

export const UrgentReply = z.object({ session: Session });
export type UrgentReply = z.infer<typeof UrgentReply>;

/** Converted to the stored format (RFC 3339 with milliseconds, UTC). */
const snoozeTime = () =>
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((value) => new Date(value).toISOString()),
  );

export const SnoozeRequest = z
  .object({
    until: z.union(
      [z.literal('message'), snoozeTime()],
      'must be a time such as 2026-11-20T17:24:00Z, or message',
    ),
  })
  .register(
    z.globalRegistry,
    named(
      'SnoozeRequest',
      'Until when a conversation is snoozed; the visitor’s next message always ends it.',
    ),
  );

export const SnoozeReply = z.object({ session: Session });
export type SnoozeReply = z.infer<typeof SnoozeReply>;

export const LeftMessageRequest = z
  .object({ answered: z.boolean() })
  .register(
    z.globalRegistry,
    named('LeftMessageRequest', 'Whether the message that the visitor left is answered.'),
  );

export const LeftMessageReply = z.object({ session: Session });
export type LeftMessageReply = z.infer<typeof LeftMessageReply>;

export const NextReply = z
  .object({ session: z.optional(ListedSession), quotaStatus: z.optional(QuotaStatus) })
  .register(z.globalRegistry, named('NextReply', 'The claimed conversation; absent if none was waiting.'));
export type NextReply = z.infer<typeof NextReply>;

export const AgentMessageRequest = z
  .object({
    content: z.optional(text()),
    attachments: tickets(),
    clientMessageId: z.optional(uuid()),
    /** The text that the agent wrote, and its language (ISO 639), if `content` is a translation. */
    original: z.optional(z.object({ content: text(), language: languageCode() })),
  })
  .check(requireTextOrFiles('content'))
  .register(
    z.globalRegistry,
    named(
      'AgentMessageRequest',
      'An agent’s message to the visitor; `attachments` are tickets of its files, in place of words or with them. `original` are the agent’s own words if `content` is their translation.',
    ),
  );

export const EmailReplyRequest = z
  .object({ content: text(), clientMessageId: z.optional(uuid()) })
  .register(
    z.globalRegistry,
    named('EmailReplyRequest', 'An agent’s answer to a message that was left, sent by e-mail.'),
  );

export const AgentMessageReply = z.object({ message: Message });
export type AgentMessageReply = z.infer<typeof AgentMessageReply>;

export const CloseReply = z.object({ session: Session, alreadyClosed: z.optional(z.literal(true)) });
export type CloseReply = z.infer<typeof CloseReply>;

export const ReleaseReply = z.object({ session: Session });
export type ReleaseReply = z.infer<typeof ReleaseReply>;

export const TransferRequest = z
  .object({ oid: oid() })
  .register(z.globalRegistry, named('TransferRequest', 'The agent who takes over the conversation.'));

export const TransferReply = z.object({ session: Session, quotaStatus: z.optional(QuotaStatus) });
export type TransferReply = z.infer<typeof TransferReply>;

/** Signals are not stored. */
export const SignalRequest = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('typing') }),
    z.object({ type: z.literal('seen'), seq: z.int().check(z.minimum(1)) }),
  ])
  .register(z.globalRegistry, named('SignalRequest', 'The agent’s current activity.'));

export const PresenceRequest = z
  .object({ activity: z.enum(['viewing', 'writing', 'left']) })
  .register(
    z.globalRegistry,
    named('PresenceRequest', 'The agent’s activity in a conversation. Renew `viewing` every minute.'),
  );

// --- The desk
// --------------------------------------------------------------------------------------------------------

/** The periods of the list of colleagues, in milliseconds. */
export const COLLEAGUE_PERIODS = { '12h': 12 * 3_600_000, '30d': 30 * 86_400_000 } as const;

/** `30d`: colleagues who can be mentioned; `12h`: colleagues to whom a conversation can be transferred. */
export const ColleaguesQuery = z.object({ period: z._default(z.enum(['12h', '30d']), '12h') });

export const ColleaguesReply = z.object({
  colleagues: z.array(
    z.object({ oid: z.string(), name: z.string(), lastSeenAt: time(), availability: agentStatus() }),
  ),
});
export type ColleaguesReply = z.infer<typeof ColleaguesReply>;

export const CannedReplyParams = z.object({ id: uuid() });

/** Without `version`, a new reply is created with the id in the path. */
export const CannedReplyRequest = z
  .extend(z.pick(CannedReply, { title: true, content: true }), { version: z.optional(version()) })
  .check(
    z.refine(({ content }) => unknownVariablesIn(content).length === 0, {
      path: ['content'],
      error: `may name no variables but ${CANNED_VARIABLES.join(', ')}`,
    }),
  )
  .register(
    z.globalRegistry,
    named(
      'CannedReplyRequest',
      `A text that agents use often. It may name variables in double braces: ${CANNED_VARIABLES.join(', ')}.`,
    ),
  );

export const CannedReplyRemoval = z.object({ version: version() });

export const CannedRepliesReply = z.object({ cannedReplies: z.array(CannedReply) });
export type CannedRepliesReply = z.infer<typeof CannedRepliesReply>;

export const CannedReplyReply = z.object({ cannedReply: CannedReply });
export type CannedReplyReply = z.infer<typeof CannedReplyReply>;

/** Unknown values are absent. */
export const CannedValuesReply = z.object({
  values: z.partialRecord(z.enum(CANNED_VARIABLES), z.string()),
});
export type CannedValuesReply = z.infer<typeof CannedValuesReply>;

/** Idempotent by `clientNoteId`. */
export const NoteRequest = z
  .object({
    content: text(),
    clientNoteId: z.optional(uuid()),
    mentions: z.optional(z.array(oid()).check(z.maxLength(MAX_MENTIONS))),
  })
  .register(
    z.globalRegistry,
    named('NoteRequest', 'A note for colleagues; `mentions` are the oids of those whom it is meant for.'),
  );

export const NotesReply = z.object({ notes: z.array(Note) });
export type NotesReply = z.infer<typeof NotesReply>;

export const NoteReply = z.object({ note: Note });
export type NoteReply = z.infer<typeof NoteReply>;

export const MentionsReply = z.object({ mentions: z.array(Mention) });
export type MentionsReply = z.infer<typeof MentionsReply>;

/** The agent's language (BCP 47); default: the visitor's. */
export const SummaryRequest = z.object({
  locale: z.optional(languageTag()),
});

const translated = z.object({
  language: z.string(),
  content: z.nullable(z.string()),
});

/** The agent's language (BCP 47). */
export const MessageTranslationRequest = z
  .object({ language: languageTag() })
  .register(
    z.globalRegistry,
    named('MessageTranslationRequest', 'The language in which an agent reads a message.'),
  );

export const ReplyTranslationRequest = z
  .object({ content: text(), from: languageTag(), to: z.optional(languageTag()) })
  .register(
    z.globalRegistry,
    named('ReplyTranslationRequest', 'A reply in the agent’s language; without `to` in the visitor’s.'),
  );

export const TranslationReply = z
  .object({ translation: translated })
  .register(
    z.globalRegistry,
    named(
      'TranslationReply',
      'A text in a language (ISO 639); `content` is null if it is in that one already.',
    ),
  );
export type TranslationReply = z.infer<typeof TranslationReply>;

export const AssistantDraft = z
  .object({
    text: z.nullable(z.string()),
    usage: z.object({ inputTokens: count(), outputTokens: count() }),
    cost: z.nullable(z.number()),
  })
  .register(
    z.globalRegistry,
    named('AssistantDraft', 'The assistant’s text for the agent, or null; `cost` in US dollars.'),
  );
export type AssistantDraft = z.infer<typeof AssistantDraft>;
