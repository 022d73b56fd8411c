/**
 * Every port of the service: what the use cases need from the outside, in the words of the domain. Adapters under
 * `adapters/` implement them, one cloud and one embedded each; `compose.ts` alone chooses.
 *
 * Every port keeps "there is none" and "I could not ask" apart: absence is a value, failure is an AppError.
 */
import type { Activity, HourlyActivity } from './domain/activity.ts';
import type { Handover } from './domain/assistants.ts';
import type { TokenUsage, Usage } from './domain/cost.ts';
import type { ErrorCode } from './domain/errors.ts';
import type { Message, Rating, Role, Source, VisitorMessage } from './domain/message.ts';
import type { FailureReason } from './domain/model-failure.ts';
import type { Plan } from './domain/plans.ts';
import type { EventGroup, WidgetGroup } from './domain/realtime-groups.ts';
import type { Session, SessionRecord, SessionStatus, VisitorSession } from './domain/session.ts';
import type { VisitorDirectory, VouchedVisitor } from './domain/widgets.ts';

/** What a write is conditional on; opaque to everyone but the adapter that made it. */
export type Version = string;

/** A page of a list that is ordered by an immutable or indexed key; `nextCursor` is absent on the last page. */
export interface Page<T> {
  items: T[];
  nextCursor?: string;
}

/**
 * How much a read sees. `session`: at least everything that this instance wrote or read before; another instance's write may
 * be missing for a moment. `strong`: every write that any instance was told of, for twice the charge.
 */
export type ReadConsistency = 'session' | 'strong';

// --- Conversations ---------------------------------------------------------------------------------------------------

/** A session with its newest messages (oldest first), read together in one point read. */
export interface Conversation {
  session: SessionRecord;
  /** The newest messages: at least 16 KB of text or 200 messages, or all there are; in `seq` order, ending with the newest. */
  recent: readonly Message[];
  version: Version;
}

/** One transaction: the session as it shall be, and the messages that it gained. */
export interface Commit {
  session: SessionRecord;
  /** The version that was read, or `'absent'` for a session that must not exist yet. */
  expected: Version | 'absent';
  append?: readonly Message[];
  /** A message that is written over the stored one of the same id and `seq`; `conflict` where there is none. */
  replace?: Message;
  /** The newest messages as read, so that the session can carry them without another read. */
  recent?: readonly Message[];
  /**
   * One call of the model, kept with the message of `messageId`, which this change brings or which is stored already. A
   * message keeps all of its calls; the first one's `id` is the message's.
   */
  usage?: TokenUsage;
  /** Added to the hourly figures; writing the same id again changes nothing. */
  activity?: Activity;
}

/** `conflict`: somebody wrote first, load again. `duplicate`: a message with that id is stored already. */
export type CommitOutcome = { ok: true; version: Version } | { ok: false; reason: 'conflict' | 'duplicate' };

export interface SessionListQuery {
  /** `recent`: newest conversation first, by creation, so that following cursors lists every session once. */
  sortBy: 'recent' | 'cost';
  /** Only sessions whose newest message is at or after this time. */
  activeSince?: string;
  status?: SessionStatus;
  limit: number;
  cursor?: string;
}

export interface QueueQuery {
  status?: SessionStatus;
  claimedBy?: string;
  /** As `sourceDomain` of the domain tells it. */
  sourceDomain?: string;
  limit: number;
  cursor?: string;
}

export interface ClosedQuery {
  /** Sessions that were closed in `[from, to)`; RFC 3339 in UTC with milliseconds. */
  from: string;
  to: string;
  order: 'newest' | 'oldest';
  sourceDomain?: string;
  limit: number;
  cursor?: string;
}

export interface SearchQuery {
  /** What the person typed; text, never query syntax. All words must match, case and accents folded. */
  text: string;
  limit: number;
  cursor?: string;
}

export interface SearchHit {
  sessionId: string;
  messageId: string;
  seq: number;
  role: Role;
  createdAt: string;
  origin?: string;
  /** A part of the message around the first match; plain text. */
  snippet: string;
  /** Start and end of each match within `snippet`, in UTF-16 code units. */
  highlights: [start: number, end: number][];
}

/**
 * Sessions, messages, usage and the hourly figures. Failure to reach the store is `store-unavailable`.
 * A cursor that this store did not make is `validation-failed` at path `cursor`.
 */
export interface ConversationStore {
  /** Default `session`; see `ReadConsistency`. */
  load(sessionId: string, consistency?: ReadConsistency): Promise<Conversation | undefined>;
  commit(change: Commit): Promise<CommitOutcome>;
  message(sessionId: string, messageId: string): Promise<Message | undefined>;
  /** The messages after a `seq`, in `seq` order. */
  messages(sessionId: string, after?: number): Promise<Message[]>;
  /** The assistant's token usage of one session, oldest first. */
  usage(sessionId: string): Promise<TokenUsage[]>;
  /** Sets or clears (`null`) the rating of one assistant message together with the session; `conflict` as in `commit`. */
  rate(
    change: Omit<Commit, 'append' | 'usage'> & { messageId: string; rating: Rating | null },
  ): Promise<CommitOutcome>;

  list(query: SessionListQuery): Promise<Page<SessionRecord>>;
  /** Agents' order: see `queueRank`. */
  queue(query: QueueQuery): Promise<Page<SessionRecord>>;
  /** Closed sessions by the time at which they were closed. */
  closed(query: ClosedQuery): Promise<Page<SessionRecord>>;
  search(query: SearchQuery): Promise<Page<SearchHit>>;
  /** How many sessions are in a state now. */
  count(status: SessionStatus): Promise<number>;
  /** The hours in `[from, to)` that have any activity, oldest first. */
  activity(from: string, to: string): Promise<HourlyActivity[]>;
  /** Assistant messages that found no answer, newest first, each with the visitor's question. */
  unanswered(since: string, limit: number): Promise<{ sessionId: string; question: string; at: string }[]>;

  /**
   * Removes a session, its messages, usage and index entries; false where there was none. With `expected` only as it was
   * read: what has been written since stays, whole, and false is the answer. A deletion that was cut short is finished,
   * whatever is expected.
   */
  delete(sessionId: string, expected?: Version): Promise<boolean>;
  /**
   * Sessions whose newest message is older than a time, whatever their state, unless an agent holds them now (`claimed`);
   * oldest first. Those whose deletion was cut short come before all.
   */
  idleSince(before: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
}

// --- Small documents and counters ------------------------------------------------------------------------------------

export interface LedgerEntry<T = unknown> {
  id: string;
  value: T;
  version: Version;
}

/** Small documents under optimistic concurrency, each in a `kind`. Values are JSON and are parsed by whoever reads them. */
export interface Ledger {
  /** Default `session`; `strong` where a gate rests on what another instance may have written. */
  read(kind: string, id: string, consistency?: ReadConsistency): Promise<LedgerEntry | undefined>;
  list(kind: string, consistency?: ReadConsistency): Promise<LedgerEntry[]>;
  /** At most `limit` of a kind, by id, the last first; with `before` only those whose id comes before it. */
  newest(kind: string, limit: number, before?: string): Promise<LedgerEntry[]>;
  /** Undefined where somebody else wrote since `expected` was read. */
  write(kind: string, id: string, value: unknown, expected: Version | 'absent'): Promise<Version | undefined>;
  /** False where somebody else wrote since `expected` was read, or it is gone. */
  remove(kind: string, id: string, expected: Version): Promise<boolean>;
}

export interface CounterState {
  count: number;
  /** When the window ends, in milliseconds since the epoch. */
  windowEndsAtMs: number;
}

/** Rate-limit windows that all instances share. A window starts with the first hit of a key. */
export interface Counters {
  /** Adds hits (default 1) to each key and tells where each stands, in the order given. */
  hit(keys: readonly string[], windowMs: number, nowMs: number, hits?: number): Promise<CounterState[]>;
}

// --- Secrets ---------------------------------------------------------------------------------------------------------

/** The vault of the admin key. Only a definite "no such secret" is undefined; any failure to ask is `vault-unavailable`. */
export interface SecretVault {
  read(name: string): Promise<{ value: string; version: string } | undefined>;
  /** Writes a new version and returns its name. */
  write(name: string, value: string): Promise<string>;
}

// --- Tokens ----------------------------------------------------------------------------------------------------------

/** What a token of the service's own is for. Each purpose has a key of its own, so that none passes for another. */
export type TokenPurpose = 'visitor' | 'renewal' | 'sign-in-proof' | 'sign-in-state';

/** Claims that others keep for the service and give back. */
export interface Tokens {
  /** `sealed`: whoever keeps it cannot read it either. */
  make(purpose: TokenPurpose, claims: object, lifetimeSeconds: number, sealed?: 'sealed'): Promise<string>;
  /** The claims, to be parsed by whoever reads them; undefined for every token that was not made so, or has expired. */
  read(purpose: TokenPurpose, token: string, sealed?: 'sealed'): Promise<unknown>;
  /** As `read`, of a signed token that may have expired: what it says was true once. `exp` is in seconds. */
  readEvenExpired(purpose: TokenPurpose, token: string): Promise<unknown>;
}

// --- Real time -------------------------------------------------------------------------------------------------------

/** What the server tells over the real-time channel. A hint: whatever lasts is stored already. */
export type RealtimeEvent =
  | { type: 'typing'; sessionId: string; from: 'agent' }
  | { type: 'seen'; sessionId: string; from: 'agent'; seq: number }
  | { type: 'message'; sessionId: string; message: Message | VisitorMessage }
  | { type: 'session'; session: Session | VisitorSession };

export interface RealtimeAccess {
  userId: string;
  url: string;
  expiresAt: string;
}

/** The real-time service. Failure is `realtime-unavailable`. */
export interface Realtime {
  /** Connection info for a visitor, of a registered widget or not: listen, and send to the group of their own session. */
  visitorAccess(sessionId: string, serviceOrigin: string, widgetId?: string): Promise<RealtimeAccess>;
  /** Connection info for an agent: join and send to the group `agents` and the sessions' groups. */
  agentAccess(oid: string, serviceOrigin: string): Promise<RealtimeAccess>;
  /** Tells every connection in a group. No event goes to a user id: a visitor may name any UUID as their session. */
  toGroup(group: EventGroup, event: RealtimeEvent): Promise<void>;
  /** Puts every connection of an agent into a session's own group, or takes it out. */
  join(oid: string, sessionId: string): Promise<void>;
  leave(oid: string, sessionId: string): Promise<void>;
  /** Closes every connection in a group. */
  disconnect(group: WidgetGroup): Promise<void>;
  close(): Promise<void>;
}

// --- The language model ----------------------------------------------------------------------------------------------

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A function that the model can call. */
export interface ModelTool {
  name: string;
  description: string;
  /** A JSON schema of its arguments. */
  parameters: Record<string, unknown>;
}

export interface ModelQuestion {
  /** The model or deployment that is asked. */
  model: string;
  messages: readonly ModelMessage[];
  tool?: ModelTool;
  /** What questions with the same beginning have in common, so that the provider finds its cache of it; no content. */
  cacheKey?: string;
}

/** A call of a tool as the model wrote it: the arguments may be anything. */
export interface ModelToolCall {
  name: string;
  arguments: string;
}

/** `length`: cut by the bound on its tokens. `refusal`: the text says why the model does not answer. */
export type ModelEnding = 'complete' | 'length' | 'content-filter' | 'refusal';

export interface ModelReply {
  ending: ModelEnding;
  /** The model that answered, as the server names it. */
  model: string;
  /** Undefined where the server counted nothing. */
  usage: Usage | undefined;
  toolCalls: readonly ModelToolCall[];
}

/** How the model is, as far as this instance has seen. */
export interface ModelState {
  /** The one that answered last; before that, the one that is asked. */
  model: string;
  /** This instance has had an answer, so that the name is the server's own. */
  hasAnswered: boolean;
  /** What it is not given because it refused it, in the words of the API. */
  reduced: string[];
  /** Why the latest call came to nothing. */
  problem?: FailureReason;
}

/**
 * Asks a language model once. The text comes as it arrives, empty where the model has begun to call a tool; the end is
 * what became of it, or a ModelFailure.
 */
export interface LanguageModel {
  /** The one that is asked where no other is named. */
  readonly model: string;
  ask(question: ModelQuestion, signal: AbortSignal): AsyncGenerator<string, ModelReply>;
  /** False while the server refuses the tools of a model. */
  takesTools(model: string): boolean;
  state(): ModelState;
  /**
   * From when on a model answers no more (RFC 3339), as the provider's list of models says; undefined where it does not.
   * A list that cannot be read is a ModelFailure.
   */
  retiresAt(model: string): Promise<string | undefined>;
}

// --- Assistant -------------------------------------------------------------------------------------------------------

/**
 * Where answers are looked up: a folder below the knowledge folder (`''` is all of it), or documents. The `key` of documents
 * is another one once they have changed, and they are asked for only where those under their key are not at hand.
 */
export type KnowledgeSource =
  | { kind: 'folder'; folder: string }
  | { kind: 'documents'; key: string; documents(): Promise<readonly KnowledgeDocument[]> };

export interface KnowledgeDocument {
  /** A file name. */
  name: string;
  markdown: string;
}

export interface AssistantRequest {
  /** Oldest first, ending with the visitor's message that is to be answered. */
  history: readonly Pick<Message, 'role' | 'content'>[];
  /** The visitor's browser language (BCP 47), where known. */
  locale?: string;
  /** Fixed text that comes first, so that the provider can cache it. */
  instructions: string;
  assistantName: string;
  /**
   * `draft`: a person of the business reads the text first. No tool and no citations then, no offer of a person, and it
   * counts as answered whenever something was written.
   */
  purpose?: 'draft';
  /** Without one, the whole knowledge folder. */
  knowledge?: KnowledgeSource;
  /** The model or deployment that is asked; without one, the server's own. */
  model?: string;
  /** Default `when-unsure`. With `never` no answer asks for a person or offers one; with `when-asked` none offers one. */
  handover?: Handover;
}

export interface AssistantResult {
  usage: Usage;
  model: string;
  sources: readonly Source[];
  /** The assistant decided to ask for a person. Its own action, never read out of the text. */
  requestHuman?: { reason?: string };
  /** False where it found nothing to answer from. */
  answered: boolean;
  /** The bound on its length cut the answer off. */
  interrupted?: true;
}

export type AssistantEvent = { type: 'delta'; content: string } | { type: 'done'; result: AssistantResult };

/**
 * Answers a visitor. Yields any number of deltas, then exactly one `done`. Failure is `assistant-unavailable`, thrown
 * before or between deltas; `details.reason` is a code of the adapter's own list (`timeout`, `rate-limited`, …).
 * An abort throws the signal's reason.
 */
export interface Assistant {
  answer(request: AssistantRequest, signal: AbortSignal): AsyncIterable<AssistantEvent>;
}

/** The folders that an AI agent's knowledge can be limited to. */
export interface KnowledgeFolders {
  /** Paths below the knowledge folder, such as `shop/returns`, in their order. */
  list(): Promise<string[]>;
}

// --- People ----------------------------------------------------------------------------------------------------------

/** The normalized claims of an agent token (specification, Agent tokens). */
export interface AgentClaims {
  oid: string;
  upn: string;
  email: string;
  tenantId: string;
  /** What colleagues and visitors call them. */
  name: string;
}

/** Validates agent tokens. A token that is not valid is `unauthorized`; keys that cannot be had are `identity-unavailable`. */
export interface AgentIdentity {
  verify(token: string): Promise<AgentClaims>;
  /** How many keys the provider signs with; it is asked now, unless that was a moment ago. */
  signingKeys(): Promise<number>;
}

/** What must be known when a visitor comes back from signing in: secrets of that one sign-in. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The visitors' directories of registered widgets. One that cannot be asked is `identity-unavailable`. */
export interface VisitorDirectories {
  /** Where a visitor signs in; they come back to `redirectUri`. */
  begin(directory: VisitorDirectory, redirectUri: string): Promise<{ url: string; checks: SignInChecks }>;
  /** Who has come back, to `returnUrl` with its query; undefined where they have not signed in, or not in this sign-in. */
  finish(
    directory: VisitorDirectory,
    checks: SignInChecks,
    returnUrl: string,
  ): Promise<VouchedVisitor | undefined>;
}

// --- Publisher -------------------------------------------------------------------------------------------------------

export type ReportKind = 'seat' | 'deploy';

/** The publisher's control plane. `off` where none is configured. */
export interface Publisher {
  readonly configured: boolean;
  /** Undefined where the control plane cannot be reached or does not know the plan. */
  plan(planId: string): Promise<Plan | undefined>;
  /** Sends one status report; resolves to a failure code instead of throwing. */
  send(kind: ReportKind, payload: unknown): Promise<{ ok: true } | { ok: false; code: string }>;
}

/** A deployment that sends reports, as its managed identity's token names it. */
export interface ReportSender {
  tenantId: string;
  oid: string;
}

/** Validates the tokens of those who send reports. One that is not valid is `unauthorized`. */
export interface ReportSenders {
  verify(token: string): Promise<ReportSender>;
}

// --- Files that are served -------------------------------------------------------------------------------------------

export interface Asset {
  bytes: Uint8Array;
  /** Strong, quoted. */
  etag: string;
  /** The same, compressed; made once. */
  br: Uint8Array;
  gzip: Uint8Array;
}

/** The files that were built with the service: the widget, its languages, the scripts and styles of the pages. */
export interface Assets {
  /** By its path below the build's folder, for example `widget.js`; undefined where there is no such file. */
  read(path: string): Promise<Asset | undefined>;
  /** A file that is put together from others, compressed like them; those that were asked for lately are kept. */
  make(text: string): Promise<Asset>;
}

// --- Telemetry, time, chance -----------------------------------------------------------------------------------------

/**
 * Everything that the service ever says about itself. Shapes, not text: there is no field that could hold a visitor's
 * words, a name, an address or a session id.
 */
export type TelemetryEvent =
  | { type: 'started'; version: string; components: Readonly<Record<string, string>>; startupMs: number }
  | { type: 'stopped' }
  | { type: 'warning'; code: WarningCode }
  | {
      type: 'request';
      endpoint: string;
      method: string;
      status: number;
      durationMs: number;
      requestId: string;
      error?: ErrorCode;
    }
  | { type: 'bug'; requestId: string; endpoint: string; errorName: string; frames: readonly string[] }
  | { type: 'dependency'; name: string; durationMs: number; ok: boolean; code?: string; charge?: number }
  | {
      type: 'answer';
      model: string;
      durationMs: number;
      firstDeltaMs?: number;
      inputTokens: number;
      outputTokens: number;
      /** US dollars; absent where the model has no price. */
      cost?: number;
      outcome: 'answered' | 'nothing-found' | 'interrupted' | 'failed';
      reason?: string;
    }
  /** The model refused a parameter and goes without it, or with another value, for an hour at most. */
  | { type: 'model-reduced'; model: string; parameter: string }
  /** The provider's list of models was read, once a day. */
  | { type: 'model-checked'; model: string; daysLeft?: number; problem?: FailureReason }
  | { type: 'retry'; operation: string; attempt: number };

export type WarningCode =
  | 'admin-anonymous-mode'
  | 'rate-limit-counter-unavailable'
  | 'realtime-send-failed'
  | 'no-model-connected'
  | 'plan-fallback'
  | 'report-failed'
  | 'background-failed';

export interface Telemetry {
  record(event: TelemetryEvent): void;
  close(): Promise<void>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after a time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
}
