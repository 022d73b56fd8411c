import { DeliveryFailure } from '../../conversations/records/outbox-entry.ts';
import * as z from 'zod/mini';
import { Contact } from '../../conversations/records/contact.ts';
import { SentEmail } from '../../conversations/records/sent-email.ts';
import { count, named, text, time, uuid } from '../../lib/fields.ts';
import { costFields, Figures } from '../../conversations/records/figures.ts';
import { Message } from '../../conversations/records/message.ts';
import { Note } from '../../conversations/records/note.ts';
import { AgentRating, VisitorRating } from '../../conversations/records/visitor-rating.ts';
import { PURPOSES } from '../../spending/rules/spending.ts';
import { SessionStatus, VisitedPage } from '../../conversations/records/session.ts';
import { ListedSession, Session } from '../../conversations/records/public-session.ts';
import { ShownSettings } from '../records/shown-settings.ts';
import { Switches } from '../../platform/records/switches.ts';
import { WorkflowFailing } from '../../notifications/records/teams-channel.ts';
import { TokenUsage } from '../../spending/records/token-usage.ts';
import { listFilters } from '../../conversations/wire/list-filters.ts';
import { SearchResult } from '../../conversations/wire/message-search.ts';
import { cursor, limit, ListWindow, moment, queryInteger } from '../../platform/wire/query-fields.ts';
import { AssistantHealth } from '../../operations/records/health.ts';

/** The windows of figures; each ends with the current hour. */
export const Window = z.enum(['24h', '7d']);
export type Window = z.infer<typeof Window>;

export { SessionParams } from '../../platform/wire/query-fields.ts';

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

/**
 * `from` and `to` are the time of the close with `sortBy=closed`, and of the start with `recent`. With
 * `waiting`, the only filters are `status`, `tag`, `sourceDomain` and `window`.
 */
export const SessionsQuery = z
  .object({
    sortBy: z._default(z.enum(['recent', 'cost', 'waiting', 'closed']), 'recent'),
    order: z._default(z.enum(['newest', 'oldest']), 'newest'),
    window: z._default(ListWindow, 'all'),
    from: z.optional(moment()),
    to: z.optional(moment()),
    status: z.optional(SessionStatus),
    ...listFilters,
    limit: limit(50),
    cursor: z.optional(cursor()),
  })
  .check(
    z.refine(({ sortBy, from, to }) => isByTime(sortBy) || (from === undefined && to === undefined), {
      path: ['from'],
      error: 'needs sortBy=recent or closed',
    }),
    z.refine(({ sortBy, order }) => sortBy === 'closed' || order === 'newest', {
      path: ['order'],
      error: 'needs sortBy=closed',
    }),
    z.refine(({ sortBy, widget, agent, rating, language, person }) => {
      const hasMore = [widget, agent, rating, language, person].some((it) => it !== undefined);
      return sortBy !== 'waiting' || !hasMore;
    }, 'these filters do not work with sortBy=waiting'),
  );
const isByTime = (sortBy: string): boolean => sortBy === 'recent' || sortBy === 'closed';

export const SessionsReply = z
  .object({ sessions: z.array(ListedSession), nextCursor: z.optional(z.string()) })
  .register(z.globalRegistry, named('SessionList', 'Following `nextCursor` lists every session once.'));
export type SessionsReply = z.infer<typeof SessionsReply>;

export const FilterOptionsReply = z
  .object({
    widgets: z.array(z.object({ id: uuid(), name: z.string() })),
    agents: z.array(z.object({ oid: z.string(), name: z.string() })),
  })
  .register(z.globalRegistry, named('FilterOptions', 'The widgets and the agents, by name.'));
export type FilterOptionsReply = z.infer<typeof FilterOptionsReply>;

/** The filters apply to the conversations of the messages. */
export const SearchRequest = z.object({
  q: text(200),
  window: z._default(ListWindow, 'all'),
  from: z.optional(moment()),
  to: z.optional(moment()),
  status: z.optional(SessionStatus),
  ...listFilters,
  limit: limit(50),
  cursor: z.optional(cursor()),
});

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
