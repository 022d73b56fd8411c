import type { SessionRecord } from './records/session.ts';
import { MAX_BLOCKS } from './uploads.ts';

/** Calls allowed in a window of one minute; the window starts with the first call. */
export interface RateLimits {
  sessionMessages: number;
  sessionReads: number;
  ipMessages: number;
  ipReads: number;
}

export const WINDOW_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** The kinds of calls of an address, each with its limit. */
export type ClientCall = 'messages' | 'reads' | 'requests-for-agents' | 'sources';

/**
 * How many calls with a wrong admin key one client may make in a window; each is reported, so that the count
 * is exact.
 */
export const WRONG_KEYS_PER_WINDOW = 10;

/** How often one file may be completed in a window: it is read whole, and an answer may be lost. */
export const COMPLETIONS_PER_FILE = 10;
/** How many files the visitors of one address may complete in a window. */
export const COMPLETIONS_PER_ADDRESS = 30;
/** How many blocks of one file may be sent in a window: each of the largest file's, and twice again. */
export const BLOCKS_PER_WINDOW = 3 * MAX_BLOCKS;

/**
 * Callers without a known address share one window, whose limit is multiplied by this factor. In the cloud
 * these are all callers where the platform sends no metadata; a request that hides its address is refused.
 */
export const UNKNOWN_ADDRESS_FACTOR = 100;

/** One instance's view of a window. */
export interface RateWindow {
  /** The count of all instances in the store's last answer. */
  reported: number;
  /** Calls of this instance that are not yet reported to the store. */
  unreported: number;
  /** In milliseconds since the epoch. */
  endsAtMs: number;
}

/**
 * `pass` and `refuse` are decided locally. `report`: all unreported calls, including this one, are first
 * added in the store, and its count decides (`afterReport`).
 */
export type RateVerdict = 'pass' | 'refuse' | 'report';

/** The limit of a window, and how an instance reports its calls. */
export interface RateRule {
  limit: number;
  /** Default: a minute. */
  windowMs?: number;
  /** Unreported calls that an instance may allow. Default: a tenth of the limit (`reportEvery`). */
  every?: number;
}

/**
 * The windows that a call of an address counts in. Each request for an agent is one in the agents' queue: 5 a
 * minute and 30 an hour with the default of 60 messages. The passage of a source takes some work: a tenth of
 * the reads.
 */
export function clientRules({ ipMessages, ipReads }: RateLimits): Record<ClientCall, readonly RateRule[]> {
  const requests = Math.ceil(ipMessages / 12);
  return {
    messages: [{ limit: ipMessages }],
    reads: [{ limit: ipReads }],
    'requests-for-agents': [{ limit: requests }, { limit: 6 * requests, windowMs: HOUR_MS }],
    sources: [{ limit: Math.ceil(ipReads / 10) }],
  };
}

/**
 * How many calls an instance may allow before it reports to the store: a tenth of the limit, so that N
 * instances together allow at most the limit and N - 1 tenths of it. With a limit below 10 each call is
 * reported before it passes.
 */
export function reportEvery(limit: number): number {
  return Math.floor(limit / 10);
}

/** Counts a call in its window, or starts a new one. A refused call is not counted. */
export function countCall(
  before: RateWindow | undefined,
  { limit, windowMs = WINDOW_MS, every = reportEvery(limit) }: RateRule,
  nowMs: number,
): { window: RateWindow; verdict: RateVerdict } {
  const isOpen = before !== undefined && nowMs < before.endsAtMs;
  const window = isOpen ? before : { reported: 0, unreported: 0, endsAtMs: nowMs + windowMs };
  if (window.reported + window.unreported >= limit) return { window, verdict: 'refuse' };
  const unreported = window.unreported + 1;
  return { window: { ...window, unreported }, verdict: unreported > every ? 'report' : 'pass' };
}

/**
 * The window after all its calls were reported; the call that was reported last passes if the count is within
 * the limit.
 */
export function afterReport(
  state: { count: number; windowEndsAtMs: number },
  limit: number,
): { window: RateWindow; verdict: 'pass' | 'refuse' } {
  const { count, windowEndsAtMs } = state;
  const window = { reported: count, unreported: 0, endsAtMs: windowEndsAtMs };
  return { window, verdict: count <= limit ? 'pass' : 'refuse' };
}

/** The message count of a session's current window, stored with the session. */
export type MessageWindow = NonNullable<SessionRecord['messageWindow']>;

/** Counts a message in a session's window, or starts a new one; `refused` at the limit. */
export function countMessage(
  before: MessageWindow | undefined,
  limit: number,
  nowMs: number,
): { counted: MessageWindow } | { refused: MessageWindow } {
  if (!before || nowMs >= Date.parse(before.endsAt)) {
    return { counted: { count: 1, endsAt: new Date(nowMs + WINDOW_MS).toISOString() } };
  }
  return before.count >= limit ? { refused: before } : { counted: { ...before, count: before.count + 1 } };
}

/** Whole seconds until a window ends, 1 or more. */
export function retryAfterSeconds({ endsAtMs }: Pick<RateWindow, 'endsAtMs'>, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}
