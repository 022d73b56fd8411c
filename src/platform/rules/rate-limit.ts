import { MAX_BLOCKS } from './uploads.ts';

/** The maximum number of calls per window of one minute; a window starts with the first call (ADR 3). */
export interface RateLimits {
  sessionMessages: number;
  sessionReads: number;
  ipMessages: number;
  ipReads: number;
}

export const WINDOW_MS = 60_000;
/** Reads of one session per window: a widget that polls every five seconds reads a tenth of it. */
export const SESSION_READS_PER_MINUTE = 120;
const HOUR_MS = 3_600_000;

/** The kinds of calls with a limit per client address. */
export type ClientCall = 'messages' | 'reads' | 'requests-for-agents' | 'sources';

/**
 * The maximum number of calls with a wrong admin key per client and window. Each call is counted in the
 * store, so that the limit is exact.
 */
export const WRONG_KEYS_PER_WINDOW = 10;

/** The maximum number of completions of one file per window; each reads the whole file. */
export const COMPLETIONS_PER_FILE = 10;
/** The maximum number of files that visitors of one address may complete per window. */
export const COMPLETIONS_PER_ADDRESS = 30;
/** The maximum number of blocks of one file per window: each block of the largest file three times. */
export const BLOCKS_PER_WINDOW = 3 * MAX_BLOCKS;

/**
 * Callers without a known address share one window, whose limit is multiplied by this factor. In the cloud,
 * these are all callers if the platform sends no metadata; a request that hides its address is refused.
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
type RateVerdict = 'pass' | 'refuse' | 'report';

/** The limit of a window, and how often an instance reports its calls. */
export interface RateRule {
  limit: number;
  /** Default: a minute. */
  windowMs?: number;
  /** Unreported calls that an instance may allow. Default: a tenth of the limit (`reportEvery`). */
  every?: number;
}

/**
 * The rules for each kind of call, derived from the limits of messages and reads. With the default of 60
 * messages, a client may request an agent 5 times a minute and 30 times an hour. Reading the passage of a
 * source is expensive, so its limit is a tenth of the reads.
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
 * How many calls an instance may allow before it reports to the store: a tenth of the limit. N instances
 * together exceed the limit by at most N - 1 tenths. With a limit below 10, each call is reported before it
 * passes.
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
 * The window after its calls were reported to the store. The last reported call passes if the store's count
 * is within the limit.
 */
export function afterReport(
  state: { count: number; windowEndsAtMs: number },
  limit: number,
): { window: RateWindow; verdict: 'pass' | 'refuse' } {
  const { count, windowEndsAtMs } = state;
  const window = { reported: count, unreported: 0, endsAtMs: windowEndsAtMs };
  return { window, verdict: count <= limit ? 'pass' : 'refuse' };
}

/** The message count of a session's current window, stored with the session. `endsAt`: RFC 3339 in UTC. */
interface MessageWindow {
  count: number;
  endsAt: string;
}

/** The part of a session that counts its messages. */
export interface CountedSession {
  sessionId: string;
  messageWindow?: MessageWindow;
}

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
