import { hash } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import {
  afterReport,
  countCall,
  retryAfterSeconds,
  UNKNOWN_ADDRESS_FACTOR,
  WINDOW_MS,
  WRONG_KEYS_PER_WINDOW,
  type RateLimits,
  type RateWindow,
} from '../../domain/rate-limit.ts';
import type { Clock, Counters, Telemetry } from '../../ports.ts';

/** Counts calls in windows that all instances share; a call beyond its limit is `rate-limited`. */
export interface RateGate {
  /** Callers without a trustworthy address share one wide window. */
  client(limit: 'messages' | 'reads', clientIp: string | undefined): Promise<void>;
  /** Counts a message of a session. */
  session(sessionId: string): Promise<void>;
  /** Counts a read of a session's messages. */
  sessionReads(sessionId: string): Promise<void>;
  /** Counts one presented admin key that was wrong. */
  wrongKey(clientIp: string | undefined): Promise<void>;
}

interface Dependencies {
  counters: Counters;
  /** The key under which addresses and session ids are hashed; only the hash is ever stored, and it expires. */
  hashKey: () => Promise<string>;
  limits: RateLimits;
  clock: Clock;
  telemetry: Telemetry;
}

/** How long a call waits for the store to count it, in milliseconds: a limiter must not hold up what it limits. */
const REPORT_MS = 1_000;
/** How long the store is left alone after it could not count, in milliseconds. */
const PAUSE_MS = 5_000;
/** Windows that an instance keeps; beyond it the oldest is forgotten, with the tenth of a limit that it may hold. */
const MAX_WINDOWS = 50_000;

/**
 * Specification, Limits; the numbers are settings. Each instance counts in memory and tells the store in steps
 * (`domain/rate-limit.ts`). Where the store cannot count, calls pass as far as this instance alone can tell, and telemetry
 * hears of it; the first calls of a window never wait for the store.
 */
export function rateGate({ counters, hashKey, limits, clock, telemetry }: Dependencies): RateGate {
  /** In the order in which they were begun. The keys name addresses and sessions, and never leave this map but hashed. */
  const windows = new Map<string, RateWindow>();
  const reporting = new Map<string, Promise<void>>();
  let pausedUntilMs = 0;

  function keep(key: string, window: RateWindow): void {
    const isNew = windows.get(key)?.endsAtMs !== window.endsAtMs;
    if (isNew) windows.delete(key);
    windows.set(key, window);
    if (isNew) forgetEnded();
  }

  function forgetEnded(): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > clock.now() && windows.size <= MAX_WINDOWS) return;
      windows.delete(key);
    }
  }

  /** Tells the store of a window's calls; undefined where it could not count them. */
  async function report(key: string, { unreported }: RateWindow, limit: number) {
    const answered = new AbortController();
    const late = clock.sleep(REPORT_MS, answered.signal).then(() => undefined);
    const counted = async () => {
      const hashed = hash('sha256', `${await hashKey()}:${key}`, 'base64url');
      const [state] = await counters.hit([hashed], WINDOW_MS, clock.now(), unreported);
      return state;
    };
    try {
      const state = await Promise.race([counted(), late]);
      if (state) return afterReport(state, limit);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    } finally {
      answered.abort();
    }
    pausedUntilMs = clock.now() + PAUSE_MS;
    return undefined;
  }

  function refuse(window: RateWindow): never {
    throw new AppError('rate-limited', { retryAfterSeconds: retryAfterSeconds(window, clock.now()) });
  }

  async function spend(kind: string, subject: string, limit: number, every?: number): Promise<void> {
    const key = `${kind}:${subject}`;
    // Calls that come while the store is being told are decided by what it says.
    while (reporting.has(key)) await reporting.get(key);
    const { window, verdict } = countCall(
      windows.get(key),
      { limit, ...(every !== undefined && { every }) },
      clock.now(),
    );
    if (verdict === 'refuse') refuse(window);
    keep(key, window);
    if (verdict === 'pass') return;
    if (clock.now() < pausedUntilMs) {
      telemetry.record({ type: 'warning', code: 'rate-limit-counter-unavailable' });
      return;
    }
    const told = report(key, window, limit);
    const over = told.then(
      (outcome) => void (outcome && keep(key, outcome.window)),
      () => undefined,
    );
    reporting.set(key, over);
    void over.then(() => reporting.delete(key));
    const outcome = await told;
    if (!outcome) telemetry.record({ type: 'warning', code: 'rate-limit-counter-unavailable' });
    else if (outcome.verdict === 'refuse') refuse(outcome.window);
  }

  /** One window for an address; a wide one for all callers without. */
  const spendOf = (kind: string, clientIp: string | undefined, limit: number) =>
    clientIp === undefined
      ? spend(kind, 'unknown-address', limit * UNKNOWN_ADDRESS_FACTOR)
      : spend(kind, clientIp, limit);

  return {
    client: (limit, clientIp) =>
      limit === 'messages'
        ? spendOf('ip-messages', clientIp, limits.ipMessages)
        : spendOf('ip-reads', clientIp, limits.ipReads),
    session: (sessionId) => spend('session', sessionId, limits.sessionMessages),
    sessionReads: (sessionId) => spend('session-reads', sessionId, limits.sessionReads),
    wrongKey: (clientIp) =>
      clientIp === undefined
        ? spendOf('wrong-key', undefined, WRONG_KEYS_PER_WINDOW)
        : spend('wrong-key', clientIp, WRONG_KEYS_PER_WINDOW, 0),
  };
}
