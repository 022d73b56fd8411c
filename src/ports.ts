/**
 * Every port of the service: the outside dependencies of the use cases, in the words of the domain. Adapters
 * under
 * `adapters/` implement them, one cloud and one embedded each; only `compose.ts` chooses.
 *
 * Every port keeps "there is none" and "I could not ask" apart: absence is a value, failure is an AppError.
 */
import type { Activity, HourlyActivity } from './domain/activity.ts';
import type { Handover } from './domain/assistants.ts';
import type { TokenUsage, Usage } from './domain/records/token-usage.ts';
import type { ErrorCode } from './domain/errors.ts';
import type { Message, Rating, Role, Source, VisitorMessage } from './domain/records/message.ts';
import type { FailureReason } from './domain/model-failure.ts';
import type { Plan } from './domain/records/plan.ts';
import type { EventGroup, WidgetGroup } from './domain/realtime-groups.ts';
import type { Session, SessionRecord, SessionStatus, VisitorSession } from './domain/records/session.ts';
import type { VisitorDirectory } from './domain/records/widget.ts';
import type { VouchedVisitor } from './domain/widgets.ts';

/** The condition of a write; opaque to all code but the adapter that made it. */
export type Version = string;

/**
 * A page of a list that is ordered by an immutable or indexed key; `nextCursor` is absent on the last page.
 */
export interface Page<T> {
  items: T[];
  nextCursor?: string;
}

/**
 * What a read is guaranteed to see. `session`: everything that this instance wrote or read before; another
 * instance's write may be missing for a moment. `strong`: every acknowledged write of any instance, for twice
 * the charge.
 */
export type ReadConsistency = 'session' | 'strong';

// --- Conversations
// ---------------------------------------------------------------------------------------------------

/** A session with its newest messages (oldest first), read together in one point read. */
export interface Conversation {
  session: SessionRecord;
  /**
   * The newest messages: at least 16 KB of text or 200 messages, or all there are; in `seq` order, ending
   * with the newest.
   */
  recent: readonly Message[];
  version: Version;
}

/** One transaction: the new state of the session, and its new messages. */
export interface Commit {
  session: SessionRecord;
  /** The version that was read, or `'absent'` for a session that must not exist yet. */
  expected: Version | 'absent';
  append?: readonly Message[];
  /** Replaces the stored message with the same id and `seq`; `conflict` where there is none. */
  replace?: Message;
  /** The newest messages as read, so that they can be embedded in the session without another read. */
  recent?: readonly Message[];
  /**
   * One model call, stored with the message of `messageId`, which is in this change or already stored. A
   * message keeps all its calls; the first one's `id` is the message's.
   */
  usage?: TokenUsage;
  /** Added to the hourly figures; idempotent by id. */
  activity?: Activity;
}

/**
 * `conflict`: a concurrent write came first, load again. `duplicate`: a message with that id is already
 * stored.
 */
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
  /** See `sourceDomain` of the domain. */
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
  /** The search as typed; text, never query syntax. All words must match, case and accents folded. */
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
  /**
   * Sets or clears (`null`) the rating of an assistant's message together with the session; `conflict` as in
   * `commit`.
   */
  rate(
    change: Omit<Commit, 'append' | 'usage'> & { messageId: string; rating: Rating | null },
  ): Promise<CommitOutcome>;

  list(query: SessionListQuery): Promise<Page<SessionRecord>>;
  /** In the agents' order: see `queueRank`. */
  queue(query: QueueQuery): Promise<Page<SessionRecord>>;
  /** Closed sessions by the time at which they were closed. */
  closed(query: ClosedQuery): Promise<Page<SessionRecord>>;
  search(query: SearchQuery): Promise<Page<SearchHit>>;
  /** The number of sessions in a state now. */
  count(status: SessionStatus): Promise<number>;
  /** The hours in `[from, to)` that have any activity, oldest first. */
  activity(from: string, to: string): Promise<HourlyActivity[]>;
  /** Assistant messages without an answer, newest first, each with the visitor's question. */
  unanswered(since: string, limit: number): Promise<{ sessionId: string; question: string; at: string }[]>;

  /**
   * Deletes a session, its messages, usage and index entries; false where there was none. With `expected`, a
   * session that was written since is left complete, and the result is false. An interrupted deletion is
   * finished, whatever is expected.
   */
  delete(sessionId: string, expected?: Version): Promise<boolean>;
  /**
   * Sessions whose newest message is older than a time, in any state except `claimed`; oldest first.
   * Interrupted deletions come before all.
   */
  idleSince(before: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
}

// --- Small documents and counters
// ------------------------------------------------------------------------------------

export interface LedgerEntry<T = unknown> {
  id: string;
  value: T;
  version: Version;
}

/**
 * Small documents under optimistic concurrency, each in a `kind`. Values are JSON; the reader parses them.
 */
export interface Ledger {
  /** Default `session`; `strong` where a gate depends on another instance's write. */
  read(kind: string, id: string, consistency?: ReadConsistency): Promise<LedgerEntry | undefined>;
  list(kind: string, consistency?: ReadConsistency): Promise<LedgerEntry[]>;
  /** At most `limit` of a kind, by descending id; with `before` only smaller ids. */
  newest(kind: string, limit: number, before?: string): Promise<LedgerEntry[]>;
  /** Undefined after a concurrent write since `expected` was read. */
  write(kind: string, id: string, value: unknown, expected: Version | 'absent'): Promise<Version | undefined>;
  /** False after a concurrent write since `expected` was read, or where it does not exist. */
  remove(kind: string, id: string, expected: Version): Promise<boolean>;
}

export interface CounterState {
  count: number;
  /** When the window ends, in milliseconds since the epoch. */
  windowEndsAtMs: number;
}

/** Rate-limit windows that all instances share. A window starts with the first hit of a key. */
export interface Counters {
  /** Adds hits (default 1) to each key and returns the windows, in the order given. */
  hit(keys: readonly string[], windowMs: number, nowMs: number, hits?: number): Promise<CounterState[]>;
  /**
   * Adds hits to one key during a turn, with one request. Undefined if another instance's write interfered:
   * nothing was added, and the next attempt continues from there. The store saves one request in return: the
   * figures of the turn are written together with the next turn's.
   */
  hitBesideTurn(
    key: string,
    windowMs: number,
    nowMs: number,
    hits: number,
  ): Promise<CounterState | undefined>;
}

// --- Secrets
// ---------------------------------------------------------------------------------------------------------

/**
 * The vault of the admin key. Only a definite "no such secret" is undefined; any failure is
 * `vault-unavailable`.
 */
export interface SecretVault {
  read(name: string): Promise<{ value: string; version: string } | undefined>;
  /** Writes a new version and returns its name. */
  write(name: string, value: string): Promise<string>;
}

// --- Tokens
// ----------------------------------------------------------------------------------------------------------

/**
 * The purpose of a token that the service issues. Each purpose has its own key, so that no token is valid for
 * another.
 */
export type TokenPurpose = 'visitor' | 'renewal' | 'sign-in-proof' | 'sign-in-state';

/** Signed or encrypted claims that clients store and send back. */
export interface Tokens {
  /** `sealed`: encrypted, so that its holder cannot read it. */
  make(purpose: TokenPurpose, claims: object, lifetimeSeconds: number, sealed?: 'sealed'): Promise<string>;
  /** The claims, to be parsed by the caller; undefined for a token that is invalid or has expired. */
  read(purpose: TokenPurpose, token: string, sealed?: 'sealed'): Promise<unknown>;
  /** As `read`, for a signed token that may have expired. `exp` is in seconds. */
  readEvenExpired(purpose: TokenPurpose, token: string): Promise<unknown>;
}

// --- Real time
// -------------------------------------------------------------------------------------------------------

/** An event of the server on the real-time channel. It is a hint: lasting data is already stored. */
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
  /**
   * Connection info for a visitor, of a registered widget or not: receive, and send to the group of their own
   * session.
   */
  visitorAccess(sessionId: string, serviceOrigin: string, widgetId?: string): Promise<RealtimeAccess>;
  /** Connection info for an agent: join and send to the group `agents` and the sessions' groups. */
  agentAccess(oid: string, serviceOrigin: string): Promise<RealtimeAccess>;
  /**
   * Sends to every connection in a group. Events never go to a user id: a visitor may use any UUID as session
   * id.
   */
  toGroup(group: EventGroup, event: RealtimeEvent): Promise<void>;
  /** Adds every connection of an agent to a session's own group, or removes it. */
  join(oid: string, sessionId: string): Promise<void>;
  leave(oid: string, sessionId: string): Promise<void>;
  /** Closes every connection in a group. */
  disconnect(group: WidgetGroup): Promise<void>;
  close(): Promise<void>;
}

// --- The language model
// ----------------------------------------------------------------------------------------------

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
  /** The requested model or deployment. */
  model: string;
  messages: readonly ModelMessage[];
  tool?: ModelTool;
  /** Equal for questions with the same prefix, as a hint for the provider's prompt cache; no content. */
  cacheKey?: string;
}

/** A tool call as the model wrote it: the arguments may be anything. */
export interface ModelToolCall {
  name: string;
  arguments: string;
}

/** `length`: cut off by the token limit. `refusal`: the text says why the model does not answer. */
export type ModelEnding = 'complete' | 'length' | 'content-filter' | 'refusal';

export interface ModelReply {
  ending: ModelEnding;
  /** The model that answered, by the server's name. */
  model: string;
  /** Undefined where the server reported none. */
  usage: Usage | undefined;
  toolCalls: readonly ModelToolCall[];
}

/** The state of the model, as far as this instance knows. */
export interface ModelState {
  /** The model that answered last; before that, the requested one. */
  model: string;
  /** Whether this instance has had an answer, so that the name is the server's own. */
  hasAnswered: boolean;
  /** Request features that are left out because the model refused them, in the words of the API. */
  reduced: string[];
  /** Why the latest call failed. */
  problem?: FailureReason;
}

/**
 * Calls a language model once. Text arrives in chunks, an empty one where the model has begun a tool call;
 * the last item is the ending. Failure is a ModelFailure.
 */
export interface LanguageModel {
  /** The default model. */
  readonly model: string;
  ask(question: ModelQuestion, signal: AbortSignal): AsyncGenerator<string, ModelReply>;
  /** False while the model refuses tools. */
  takesTools(model: string): boolean;
  state(): ModelState;
  /**
   * When a model retires (RFC 3339), by the provider's list of models; undefined where it does not say. A
   * list that cannot be read is a ModelFailure.
   */
  retiresAt(model: string): Promise<string | undefined>;
}

// --- Assistant
// -------------------------------------------------------------------------------------------------------

/**
 * Where answers are found: a folder below the knowledge folder (`''` is all of it), or documents. The `key`
 * of documents changes with them; they are loaded only where the index of that key is not in memory.
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
  /** Oldest first, ending with the visitor's message to answer. */
  history: readonly Pick<Message, 'role' | 'content'>[];
  /** The visitor's browser language (BCP 47), where known. */
  locale?: string;
  /** A fixed prefix, so that the provider can cache it. */
  instructions: string;
  assistantName: string;
  /**
   * `draft`: an agent reads the text first. It has no tool, no citations and no offer of an agent, and counts
   * as answered if it has any text.
   */
  purpose?: 'draft';
  /** Default: the whole knowledge folder. */
  knowledge?: KnowledgeSource;
  /** The requested model or deployment; default: the server's own. */
  model?: string;
  /**
   * Default `when-unsure`. With `never` the assistant neither requests nor offers an agent; with `when-asked`
   * it does not offer one.
   */
  handover?: Handover;
}

export interface AssistantResult {
  usage: Usage;
  model: string;
  sources: readonly Source[];
  /** The assistant requests an agent: an action of its own, never parsed from the text. */
  requestHuman?: { reason?: string };
  /** False where no answer was found. */
  answered: boolean;
  /** The token limit cut the answer off. */
  interrupted?: true;
}

export type AssistantEvent = { type: 'delta'; content: string } | { type: 'done'; result: AssistantResult };

/**
 * Answers a visitor. Yields any number of deltas, then exactly one `done`. Failure is
 * `assistant-unavailable`, thrown before or between deltas; `details.reason` is a code of a fixed list
 * (`timeout`, `rate-limited`, …). An abort throws the signal's reason.
 */
export interface Assistant {
  answer(request: AssistantRequest, signal: AbortSignal): AsyncIterable<AssistantEvent>;
}

/** The folders that an assistant's knowledge can be limited to. */
export interface KnowledgeFolders {
  /** Paths below the knowledge folder, such as `shop/returns`, sorted. */
  list(): Promise<string[]>;
}

// --- People
// ----------------------------------------------------------------------------------------------------------

/** The normalized claims of an agent token (specification, Agent tokens). */
export interface AgentClaims {
  oid: string;
  upn: string;
  email: string;
  tenantId: string;
  /** The display name. */
  name: string;
}

/**
 * Validates agent tokens. An invalid token is `unauthorized`; unavailable keys are `identity-unavailable`.
 */
export interface AgentIdentity {
  verify(token: string): Promise<AgentClaims>;
  /** The number of the provider's signing keys, fetched now unless they were fetched a moment ago. */
  signingKeys(): Promise<number>;
}

/** The secrets of one sign-in, needed when the visitor returns from it. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The visitors' directories of registered widgets. An unreachable one is `identity-unavailable`. */
export interface VisitorDirectories {
  /** The URL where a visitor signs in; it redirects to `redirectUri`. */
  begin(directory: VisitorDirectory, redirectUri: string): Promise<{ url: string; checks: SignInChecks }>;
  /**
   * The visitor who returned to `returnUrl` with its query; undefined where they have not signed in, or not
   * in this sign-in.
   */
  finish(
    directory: VisitorDirectory,
    checks: SignInChecks,
    returnUrl: string,
  ): Promise<VouchedVisitor | undefined>;
}

// --- Publisher
// -------------------------------------------------------------------------------------------------------

export type ReportKind = 'seat' | 'deploy';

/** The publisher's control plane; off where none is configured. */
export interface Publisher {
  readonly configured: boolean;
  /** Undefined where the control plane cannot be reached or does not know the plan. */
  plan(planId: string): Promise<Plan | undefined>;
  /** Sends one status report; resolves to a failure code instead of throwing. */
  send(kind: ReportKind, payload: unknown): Promise<{ ok: true } | { ok: false; code: string }>;
}

/** A deployment that sends reports, identified by its managed identity's token. */
export interface ReportSender {
  tenantId: string;
  oid: string;
}

/** Validates the tokens of report senders. An invalid one is `unauthorized`. */
export interface ReportSenders {
  verify(token: string): Promise<ReportSender>;
}

// --- Files that are served
// -------------------------------------------------------------------------------------------

export interface Asset {
  bytes: Uint8Array;
  /** Strong, quoted. */
  etag: string;
  /** Compressed once. */
  br: Uint8Array;
  gzip: Uint8Array;
}

/** Built files: the widget, its languages, the scripts and styles of the pages. */
export interface Assets {
  /** By its path in the build's folder, for example `widget.js`; undefined where there is no such file. */
  read(path: string): Promise<Asset | undefined>;
  /** A file composed from others, compressed like them; the most recently used ones are cached. */
  make(text: string): Promise<Asset>;
}

// --- Telemetry, time, chance
// -----------------------------------------------------------------------------------------

/**
 * All telemetry of the service: a closed union of event shapes without free text, so that no field can hold a
 * visitor's words, a name, an address or a session id.
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
  /** The model refused a parameter, which is left out or changed for an hour at most. */
  | { type: 'model-reduced'; model: string; parameter: string }
  /** The daily check of the provider's list of models. */
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
  /** Milliseconds left to the request that the caller works for; undefined outside of one. */
  leftMs?(): number | undefined;
}

/**
 * The time that a request may take until its answer begins. Every operation takes at most what is left of it
 * (`Clock.leftMs`), so that the answer comes in time however many operations hang.
 */
export interface RequestBudget {
  /** Runs a request. Its budget ends with it: work that continues in the background is not bounded. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work that may take longer than the request, such as the answer of a model. */
  leave<T>(work: () => T): T;
}

export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
}

/** Every port by its one name. A service takes those that it uses: `Pick<Ports, 'store' | 'clock'>`. */
export interface Ports {
  store: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  vault: SecretVault;
  tokens: Tokens;
  realtime: Realtime;
  assistant: Assistant;
  directories: VisitorDirectories;
  publisher: Publisher;
  assets: Assets;
  telemetry: Telemetry;
  clock: Clock;
  random: Random;
}
