import { hash } from 'node:crypto';
import { TimeoutError, withTimeout } from '../lib/concurrency.ts';
import { AppError } from '../core/errors.ts';
import {
  afterReport,
  BLOCKS_PER_WINDOW,
  clientRules,
  countCall,
  COMPLETIONS_PER_ADDRESS,
  COMPLETIONS_PER_FILE,
  countMessage,
  retryAfterSeconds,
  UNKNOWN_ADDRESS_FACTOR,
  WINDOW_MS,
  WRONG_KEYS_PER_WINDOW,
  type ClientCall,
  type CountedSession,
  type RateLimits,
  type RateRule,
  type RateWindow,
} from './rules/rate-limit.ts';
import type { CounterState, Ports } from '../ports.ts';

/** Rate limits in windows that all instances share. Methods throw `rate-limited` beyond the limit. */
export interface RateGate {
  /** Counts a call of a client. Callers without a trusted address share one window with a larger limit. */
  client(call: ClientCall, clientIp: string | undefined): Promise<void>;
  /**
   * Counts a call with a message of a session, only on this instance; `withMessageCounted` counts for all
   * instances.
   */
  session(sessionId: string): void;
  /**
   * Returns the session with the message counted in it. It is stored with the message, so the count is exact
   * across instances without a further request.
   */
  withMessageCounted<T extends CountedSession>(session: T): T;
  /** Counts a read of a session's messages. */
  sessionReads(sessionId: string): Promise<void>;
  /** Counts the start of an upload in a conversation. */
  files(sessionId: string, limit: number): Promise<void>;
  /** Counts a completion of a file, also per visitor's address. */
  completions(fileId: string, clientIp: string | undefined): Promise<void>;
  /** Counts a block in the window of its upload, because the client's address is unknown in the cloud. */
  blocks(uploadId: string): Promise<void>;
  /** Counts a wrong admin key. Callers without an address share one window with the limit of one address. */
  wrongKey(clientIp: string | undefined): Promise<void>;
}

type ReportOutcome = ReturnType<typeof afterReport>;

type Dependencies = Pick<Ports, 'clock' | 'counters' | 'telemetry'> & {
  /** The HMAC key for addresses and session ids; only hashes are stored, and they expire. */
  hashKey: () => Promise<string>;
  limits: RateLimits;
};

/**
 * The maximum wait for the store's count, in milliseconds, so that the limiter does not delay calls. A later
 * count is still used.
 */
const REPORT_MS = 1_000;
/** The pause of reports after a failure of the store, in milliseconds. */
const PAUSE_MS = 5_000;
/**
 * The maximum number of windows per instance. Beyond it the oldest is dropped, and up to a tenth of its limit
 * is not counted.
 */
const MAX_WINDOWS = 50_000;

/**
 * Implements the rates of docs/rules.md, Limits. Each instance counts in memory and reports to the store in
 * steps (`rules/rate-limit.ts`). If the store fails, the local count decides, and telemetry records it. The
 * first calls of a window never wait for the store.
 */
export function rateGate({ counters, hashKey, limits, clock, telemetry }: Dependencies): RateGate {
  /**
   * In order of creation. Keys contain addresses and session ids; only their hashes are sent to the store.
   */
  const windows = new Map<string, RateWindow>();
  const reporting = new Map<string, Promise<unknown>>();
  let pausedUntilMs = 0;
  const rules = clientRules(limits);

  function setWindow(key: string, window: RateWindow): void {
    const isNew = windows.get(key)?.endsAtMs !== window.endsAtMs;
    if (isNew) windows.delete(key);
    windows.set(key, window);
    if (isNew) dropEnded();
  }

  function dropEnded(): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > clock.now() && windows.size <= MAX_WINDOWS) return;
      windows.delete(key);
    }
  }

  function pause(): void {
    pausedUntilMs = clock.now() + PAUSE_MS;
    telemetry.record({ type: 'warning', code: 'rate-limit-counter-unavailable' });
  }

  /** Stores the window with the store's count plus the calls counted since the start of the report. */
  function adopt(key: string, state: CounterState, limit: number, hits: number): ReportOutcome {
    const { window, verdict } = afterReport(state, limit);
    const later = Math.max(0, (windows.get(key)?.unreported ?? 0) - hits);
    setWindow(key, { ...window, unreported: later });
    return { window, verdict };
  }

  /** Reports hits, and resolves with the store's response, without a time limit. */
  function report(
    key: string,
    limit: number,
    hits: number,
    windowMs: number,
  ): Promise<ReportOutcome | 'failed'> {
    const work = async () => {
      try {
        const hashed = hash('sha256', `${await hashKey()}:${key}`, 'base64url');
        const [state] = await counters.hit([hashed], windowMs, clock.now(), hits);
        if (!state) throw new AppError('store-unavailable');
        pausedUntilMs = 0;
        return adopt(key, state, limit, hits);
      } catch (error) {
        if (!(error instanceof AppError || error instanceof TimeoutError)) throw error;
        pause();
        return 'failed';
      } finally {
        reporting.delete(key);
      }
    };
    const running = work();
    reporting.set(key, running);
    return running;
  }

  /** Waits for a report for at most REPORT_MS. A late one pauses further reports until it ends. */
  async function withinReportTime<T>(running: Promise<T>): Promise<T | 'late'> {
    try {
      return await withTimeout(clock, REPORT_MS, () => running);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      pause();
      return 'late';
    }
  }

  function refuse(window: Pick<RateWindow, 'endsAtMs'>): never {
    throw new AppError('rate-limited', { retryAfterSeconds: retryAfterSeconds(window, clock.now()) });
  }

  async function count(key: string, rule: RateRule): Promise<void> {
    const { limit, windowMs = WINDOW_MS } = rule;
    let isLate = false;
    // There is no await between this check and the count, so that one report per window runs at a time.
    for (let running = reporting.get(key); running && !isLate; running = reporting.get(key)) {
      isLate = (await withinReportTime(running)) === 'late';
    }
    const { window, verdict } = countCall(windows.get(key), rule, clock.now());
    if (verdict === 'refuse') refuse(window);
    setWindow(key, window);
    if (verdict === 'pass') return;
    const { unreported } = window;
    const isPaused = isLate || clock.now() < pausedUntilMs;
    if (isPaused) {
      telemetry.record({ type: 'warning', code: 'rate-limit-counter-unavailable' });
      return;
    }
    const outcome = await withinReportTime(report(key, limit, unreported, windowMs));
    if (typeof outcome === 'object' && outcome.verdict === 'refuse') refuse(outcome.window);
  }

  /** One window per address; one with a larger limit for all callers without an address. */
  const countOf = (kind: string, clientIp: string | undefined, rule: RateRule) =>
    clientIp === undefined
      ? count(`${kind}:unknown-address`, { ...rule, limit: rule.limit * UNKNOWN_ADDRESS_FACTOR })
      : count(`${kind}:${clientIp}`, rule);
  const sessionKey = (sessionId: string) => `session:${sessionId}`;

  return {
    async client(call, clientIp) {
      for (const rule of rules[call]) {
        await countOf(`ip-${call}-${rule.windowMs ?? WINDOW_MS}`, clientIp, rule);
      }
    },
    session(sessionId) {
      const key = sessionKey(sessionId);
      const limit = limits.sessionMessages;
      const { window, verdict } = countCall(windows.get(key), { limit, every: limit }, clock.now());
      if (verdict === 'refuse') refuse(window);
      setWindow(key, window);
    },
    withMessageCounted(session) {
      const { sessionId, messageWindow } = session;
      const outcome = countMessage(messageWindow, limits.sessionMessages, clock.now());
      if ('counted' in outcome) return { ...session, messageWindow: outcome.counted };
      const full = {
        reported: limits.sessionMessages,
        unreported: 0,
        endsAtMs: Date.parse(outcome.refused.endsAt),
      };
      // Further calls in the window are refused here, without a read of the session.
      setWindow(sessionKey(sessionId), full);
      refuse(full);
    },
    sessionReads: (sessionId) => count(`session-reads:${sessionId}`, { limit: limits.sessionReads }),
    files: (sessionId, limit) => count(`files:${sessionId}`, { limit }),
    async completions(fileId, clientIp) {
      await count(`completions:${fileId}`, { limit: COMPLETIONS_PER_FILE });
      if (clientIp === undefined) return;
      await count(`ip-completions:${clientIp}`, { limit: COMPLETIONS_PER_ADDRESS });
    },
    blocks: (uploadId) => count(`blocks:${uploadId}`, { limit: BLOCKS_PER_WINDOW }),
    wrongKey: (clientIp = 'unknown-address') =>
      count(`wrong-key:${clientIp}`, { limit: WRONG_KEYS_PER_WINDOW, every: 0 }),
  };
}
