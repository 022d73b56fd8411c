import { DeliveryFailure } from '../domain/records/outbox-entry.ts';
import * as z from 'zod/mini';
import { Contact } from '../domain/records/contact.ts';
import { SentEmail } from '../domain/records/sent-email.ts';
import { count, named, text, time, uuid } from '../domain/records/fields.ts';
import { costFields, Figures } from '../domain/records/figures.ts';
import { Message, Role } from '../domain/records/message.ts';
import { Note } from '../domain/records/note.ts';
import { AgentRating, VisitorRating } from '../domain/records/visitor-rating.ts';
import { PURPOSES } from '../domain/spending.ts';
import { ListedSession, Session, SessionStatus, VisitedPage } from '../domain/records/session.ts';
import { ShownSettings } from '../domain/records/shown-settings.ts';
import { Switches } from '../domain/records/switches.ts';
import { WorkflowFailing } from '../domain/records/teams-channel.ts';
import { TokenUsage } from '../domain/records/token-usage.ts';
import { cursor, limit, ListWindow, queryInteger } from './records.ts';
import { AssistantHealth } from '../domain/records/health.ts';

/** The windows of figures; each ends with the current hour. */
export const Window = z.enum(['24h', '7d']);
export type Window = z.infer<typeof Window>;

export { SessionParams } from './records.ts';

// --- The key and the session of a browser
// ----------------------------------------------------------------------------

export const SignInRequest = z
  .object({ key: z.string().check(z.minLength(1), z.maxLength(500)) })
  .register(
    z.globalRegistry,
    named('SignInRequest', 'The admin key, to open the admin pages on this browser.'),
  );

export const RotateReply = z
  .object({ adminKey: z.string(), rotatedAt: time() })
  .register(z.globalRegistry, named('RotatedKey', 'The new key, shown this once.'));
export type RotateReply = z.infer<typeof RotateReply>;

// --- Cost and figures
// ------------------------------------------------------------------------------------------------

/** `bucketHours` defaults to 1 for 24h and to 24 for 7d, and must not exceed the window. */
export const CostQuery = z
  .object({ window: z._default(Window, '24h'), bucketHours: z.optional(queryInteger(1, 168)) })
  .check(
    z.refine(({ window, bucketHours = 1 }) => window === '7d' || bucketHours <= 24, {
      path: ['bucketHours'],
      error: 'must not be longer than the window',
    }),
  );

export const CostReply = z
  .object({
    window: Window,
    bucketHours: count(),
    currency: z.literal('USD'),
    buckets: z.array(z.object({ start: time(), end: time(), ...costFields })),
    totals: z.object(costFields),
    /** The parts of `totals`: conversations with drafts for agents, and other spending. */
    lines: z.array(z.object({ purpose: z.enum(['conversations', ...PURPOSES]), ...costFields })),
  })
  .register(z.globalRegistry, named('Cost', 'The cost of the model: every bucket, oldest first.'));
export type CostReply = z.infer<typeof CostReply>;

/** `name` and `lastSeenAt` are absent for agents without a sign-in since these fields are stored. */
export const SeatsReply = z
  .object({
    seats: z.array(
      z.object({
        oid: z.string(),
        name: z.optional(z.string()),
        claimedAt: time(),
        heldUntil: time(),
        lastSeenAt: z.optional(time()),
      }),
    ),
  })
  .register(z.globalRegistry, named('Seats', 'The agents who hold a seat, the newest claim first.'));
export type SeatsReply = z.infer<typeof SeatsReply>;

export const OverviewQuery = z.object({ window: z._default(Window, '24h') });

/** The chart's figures of one bucket: an hour of 24h, six hours of 7d. */
export const OverviewBucket = z.object({
  start: time(),
  end: time(),
  conversations: count(),
  messages: count(),
  ...costFields,
});

export const OverviewReply = z
  .object({
    window: Window,
    current: Figures,
    /** The figures of the preceding range of equal length. */
    previous: Figures,
    /** All buckets of the window, oldest first. */
    buckets: z.array(OverviewBucket),
    /** The current number of conversations that wait for an agent, and that are claimed. */
    waitingNow: count(),
    claimedNow: count(),
    /** The visitors' ratings by agent in the last seven days. */
    agentRatings: z.array(AgentRating),
    anonymousMode: z.boolean(),
    /** A workflow that has accepted no notice for 15 minutes. */
    notificationFailure: z.exactOptional(WorkflowFailing),
    switches: Switches,
    /** 0: without a limit. */
    retentionDays: count(),
    version: z.string(),
    assistant: AssistantHealth,
    settings: ShownSettings,
  })
  .register(z.globalRegistry, named('Overview', 'The figures of the overview.'));
export type OverviewReply = z.infer<typeof OverviewReply>;

// --- Conversations
// ---------------------------------------------------------------------------------------------------

export const SessionsQuery = z.object({
  sortBy: z._default(z.enum(['recent', 'cost', 'waiting']), 'recent'),
  window: z._default(ListWindow, 'all'),
  status: z.optional(SessionStatus),
  tag: z.optional(uuid()),
  limit: limit(50),
  cursor: z.optional(cursor()),
});

export const SessionsReply = z
  .object({ sessions: z.array(ListedSession), nextCursor: z.optional(z.string()) })
  .register(z.globalRegistry, named('SessionList', 'Following `nextCursor` lists every session once.'));
export type SessionsReply = z.infer<typeof SessionsReply>;

export const SearchRequest = z.object({
  q: text(200),
  /** The id of a tag: only messages of conversations that have it. */
  tag: z.optional(uuid()),
  limit: limit(50),
  cursor: z.optional(cursor()),
});

export const SearchResult = z
  .object({
    sessionId: uuid(),
    messageId: uuid(),
    seq: z.int().check(z.minimum(1)),
    role: Role,
    createdAt: time(),
    origin: z.optional(z.string()),
    /** Plain text around the first match. */
    snippet: z.string(),
    /** Start and end of each match in `snippet`, in UTF-16 code units. */
    highlights: z.array(z.tuple([count(), count()])),
  })
  .register(
    z.globalRegistry,
    named('SearchResult', 'A message that holds every word; `highlights` mark them.'),
  );

export const SearchReply = z
  .object({ query: z.string(), results: z.array(SearchResult), nextCursor: z.optional(z.string()) })
  .register(z.globalRegistry, named('SearchResults', 'Messages that match, newest first.'));
export type SearchReply = z.infer<typeof SearchReply>;

export const Transcript = z
  .object({
    ...Session.shape,
    /** The assistant of its widget; absent for the default one. */
    assistantId: z.optional(z.string()),
    contact: z.optional(Contact),
    emails: z.optional(z.readonly(z.array(SentEmail))),
    visitorRating: z.optional(VisitorRating),
    /** The pages from which the visitor wrote, oldest first. */
    pages: z.optional(z.readonly(z.array(VisitedPage))),
    /** The names of its tags, including deleted ones. */
    tags: z.optional(z.array(z.string())),
    messages: z.array(Message),
    usage: z.array(TokenUsage),
    notes: z.optional(z.array(Note)),
  })
  .register(
    z.globalRegistry,
    named('Transcript', 'A whole conversation with its cost, and the notes of agents, if there are any.'),
  );
export type Transcript = z.infer<typeof Transcript>;

/**
 * The last line of an export; every other line is a Transcript. A file without this line, or with `complete`
 * false, is incomplete.
 */
export const ExportEnd = z
  .object({ complete: z.boolean(), conversations: count(), error: z.optional(z.string()) })
  .register(z.globalRegistry, named('ExportEnd', 'The last line: whether the export is complete.'));
export type ExportEnd = z.infer<typeof ExportEnd>;

// --- Microsoft Teams
// -------------------------------------------------------------------------------------------------

const FeedChecks = z.object({
  on: z.boolean(),
  /** The managed identity: the values of the federated credential; absent without an identity. */
  identity: z.optional(z.object({ issuer: z.string(), subject: z.string(), audience: z.string() })),
  /** Why the application cannot sign in with the managed identity; absent if it can. */
  failure: z.optional(DeliveryFailure),
  /** The number of the AADSTS error, for example 700213. */
  entraCode: z.optional(z.int()),
  /** The names of the agents whose last entry could not be sent. */
  unreached: z.array(z.string()),
});

export const CollabChecks = z
  .object({
    /** `none`: no identity provider is configured. `local`: the test agents of the local host. */
    identity: z.enum(['entra', 'local', 'none']),
    /** The environment sets the application, so it cannot be saved. */
    isFromEnvironment: z.boolean(),
    /** The configured value. */
    clientId: z.optional(z.string()),
    tenantId: z.optional(z.string()),
    /** The host name for agents, and whether Teams can load the service from there. */
    host: z.string(),
    reachableByTeams: z.boolean(),
    /** The number of the tenant's signing keys; null if unknown. */
    signingKeys: z.nullable(count()),
    /** Absent if agents do not sign in with Microsoft Entra. */
    activityFeed: z.optional(FeedChecks),
  })
  .register(z.globalRegistry, named('CollabChecks', 'The state of the setup of Microsoft Teams.'));
export type CollabChecks = z.infer<typeof CollabChecks>;
