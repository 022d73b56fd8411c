import * as z from 'zod/mini';
import { VISITOR_PRESENCES, AGENT_STATUSES } from '../../availability/rules/agent-status.ts';
import { CANNED_VARIABLES, unknownPlaceholdersIn } from '../../conversations/rules/canned-variables.ts';
import { CannedReply } from '../../conversations/records/canned-reply.ts';
import { count, fieldsOf, named, text, time, uuid } from '../../lib/fields.ts';
import { MAX_MESSAGE_LENGTH } from '../../conversations/rules/session-messages.ts';
import { Message } from '../../conversations/records/message.ts';
import { Mention } from '../../conversations/records/mention.ts';
import { Note } from '../../conversations/records/note.ts';
import { EMAIL_OBSTACLES } from '../../conversations/rules/session-emails.ts';
import { SentEmail } from '../../conversations/records/sent-email.ts';
import { Plan, QuotaStatus } from '../../publisher/records/plan.ts';
import { SessionRecord, SessionStatus } from '../../conversations/records/session.ts';
import { ListedSession, Session } from '../../conversations/records/public-session.ts';
import { tickets, requireTextOrFiles } from '../../chat/wire/attachments.ts';
import { cursor, languageTag, limit, queryInteger, sourceDomain } from '../../platform/wire/query-fields.ts';

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
    /** Set if a connected language model can suggest replies and summarize. */
    drafts: z.optional(z.literal(true)),
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
    /** The address for agents' messages; absent without an address, or if e-mail is not set up. */
    emailTo: z.optional(z.string()),
    /** Why no e-mail can be sent to the visitor; absent if one can be, or if e-mail is not set up. */
    emailObstacle: z.optional(z.enum(EMAIL_OBSTACLES)),
    /** The latest sign of the visitor: a message, or a report of seen messages. */
    visitorAt: z.optional(time()),
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

export { SessionParams } from '../../platform/wire/query-fields.ts';

export const MessageParams = z.object({ id: uuid(), messageId: uuid() });

export const CorrectionRequest = z
  .object({ answer: z.nullable(text(8000)) })
  .register(
    z.globalRegistry,
    named('CorrectionRequest', 'The answer that the assistant should give, in Markdown; null removes it.'),
  );

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
    content: z.optional(text(MAX_MESSAGE_LENGTH)),
    attachments: tickets(),
    clientMessageId: z.optional(uuid()),
    /** The text that the agent wrote, and its language (ISO 639), if `content` is a translation. */
    original: z.optional(z.object({ content: text(MAX_MESSAGE_LENGTH), language: languageCode() })),
    /** Whether it is also sent to the visitor's e-mail address, because the visitor has left. */
    byEmail: z.optional(z.boolean()),
    /** Continues a closed conversation, claimed by the agent; without it a closed one refuses the message. */
    reopen: z.optional(z.literal(true)),
  })
  .check(requireTextOrFiles('content'))
  .register(
    z.globalRegistry,
    named(
      'AgentMessageRequest',
      'An agent’s message to the visitor; `attachments` are tickets of its files, in place of words or with them. `original` are the agent’s own words if `content` is their translation. `byEmail` sends it by e-mail as well, to a visitor who has left.',
    ),
  );

export const AgentMessageReply = z.object({
  message: Message,
  /** Only with `reopen`: the conversation in which the message is. */
  session: z.optional(ListedSession),
  quotaStatus: z.optional(QuotaStatus),
});
export type AgentMessageReply = z.infer<typeof AgentMessageReply>;

export const CloseReply = z.object({ session: Session, alreadyClosed: z.optional(z.literal(true)) });
export type CloseReply = z.infer<typeof CloseReply>;

export const ReleaseReply = z.object({ session: Session });
export type ReleaseReply = z.infer<typeof ReleaseReply>;

export const TransferRequest = z
  .object({ oid: z.optional(oid()), group: z.optional(uuid()) })
  .check(
    z.refine(({ oid: agent, group }) => (agent === undefined) !== (group === undefined), {
      path: ['oid'],
      error: 'is needed, or a group, but not both',
    }),
  )
  .register(
    z.globalRegistry,
    named(
      'TransferRequest',
      'Who takes over the conversation: an agent, or the agents of a registered widget (`group`, its id), for whom it waits in the queue.',
    ),
  );
export type TransferRequest = z.infer<typeof TransferRequest>;

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

export const VisitorPresenceReply = z.object({ visitor: z.enum(VISITOR_PRESENCES) });
export type VisitorPresenceReply = z.infer<typeof VisitorPresenceReply>;

// --- The desk
// --------------------------------------------------------------------------------------------------------

export const ColleaguesReply = z.object({
  colleagues: z.array(
    z.object({ oid: z.string(), name: z.string(), lastSeenAt: time(), availability: agentStatus() }),
  ),
  /** The registered widgets that name agent groups; a conversation can be passed on to their agents. */
  groups: z.array(z.object({ id: uuid(), name: z.string() })),
});
export type ColleaguesReply = z.infer<typeof ColleaguesReply>;

export const CannedReplyParams = z.object({ id: uuid() });

/** Without `version`, a new reply is created with the id in the path. */
export const CannedReplyRequest = z
  .extend(z.pick(CannedReply, { title: true, content: true }), { version: z.optional(version()) })
  .check(
    z.refine(({ content }) => unknownPlaceholdersIn(content).length === 0, {
      path: ['content'],
      error: `may have no placeholders but ${CANNED_VARIABLES.map((name) => `{{${name}}}`).join(', ')}`,
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
    content: text(MAX_MESSAGE_LENGTH),
    clientNoteId: z.optional(uuid()),
    mentions: z.optional(z.array(oid()).check(z.maxLength(MAX_MENTIONS))),
  })
  .register(
    z.globalRegistry,
    named('NoteRequest', 'A note for colleagues; `mentions` are the oids of those whom it is meant for.'),
  );

export const NoteParams = z.object({ id: uuid(), noteId: uuid() });

/** Repeatable: it replaces the whole note. */
export const NoteEdit = z
  .object({
    content: text(MAX_MESSAGE_LENGTH),
    mentions: z.optional(z.array(oid()).check(z.maxLength(MAX_MENTIONS))),
  })
  .register(z.globalRegistry, named('NoteEdit', 'The new text of a note, and the colleagues whom it names.'));

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
  .object({ content: text(MAX_MESSAGE_LENGTH), from: languageTag(), to: z.optional(languageTag()) })
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
