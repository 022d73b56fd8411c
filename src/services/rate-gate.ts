import { hash } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import {
  retryAfterSeconds,
  UNKNOWN_ADDRESS_FACTOR,
  WINDOW_MS,
  WRONG_KEYS_PER_WINDOW,
  type RateLimits,
} from '../domain/rate-limit.ts';
import type { Clock, Counters, Telemetry } from '../ports.ts';

/** Counts calls in windows that all instances share; a call beyond its limit is `rate-limited`. */
export interface RateGate {
  /** Callers without a trustworthy address share one wide window. */
  client(limit: 'messages' | 'reads', clientIp: string | undefined): Promise<void>;
  session(sessionId: string): Promise<void>;
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

/** Specification, Limits; the numbers are settings. A counter that cannot be read lets the call through, and says so. */
export function rateGate({ counters, hashKey, limits, clock, telemetry }: Dependencies): RateGate {
  async function spend(kind: string, subject: string, limit: number): Promise<void> {
    const nowMs = clock.now();
    let state;
    try {
      const key = hash('sha256', `${await hashKey()}:${kind}:${subject}`, 'base64url');
      [state] = await counters.hit([key], WINDOW_MS, nowMs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      telemetry.record({ type: 'warning', code: 'rate-limit-counter-unavailable' });
    }
    const wait = state && retryAfterSeconds(state, limit, nowMs);
    if (wait !== undefined) throw new AppError('rate-limited', { retryAfterSeconds: wait });
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
    wrongKey: (clientIp) => spendOf('wrong-key', clientIp, WRONG_KEYS_PER_WINDOW),
  };
}
