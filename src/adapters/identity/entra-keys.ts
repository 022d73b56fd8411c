import * as z from 'zod/mini';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../ports.ts';
import { withTimeout } from '../../lib/concurrency.ts';

/**
 * Cool-down in milliseconds: unknown key ids trigger at most one fetch in this time, so that a flood of them
 * stays cheap.
 */
const COOL_DOWN_MS = 60_000;
/**
 * The cool-down while no keys have been fetched, in milliseconds. Shorter, because no agent can sign in until
 * then.
 */
const FIRST_TRY_COOL_DOWN_MS = 5_000;
/** Keys are fetched again after a day, so that keys that the tenant has withdrawn are no longer accepted. */
const MAX_AGE_MS = 24 * 3_600_000;
const TIMEOUT_MS = 5_000;

/** An RSA signing key of at least 2048 bits (RFC 7517 §4, RFC 7518 §6.3.1). */
const signingKey = z.object({
  kty: z.literal('RSA'),
  kid: z.string(),
  use: z.optional(z.literal('sig')),
  n: z.base64url().check(z.minLength(342)),
  e: z.base64url(),
});
const keySet = z.object({ keys: z.array(z.unknown()) });

/**
 * The keys of a JWK Set URL, fetched on first use and cached. Single-flight: concurrent callers share one
 * fetch.
 */
export function tenantKeys(url: string, clock: Clock) {
  let keys: ReadonlyMap<string, CryptoKey> | undefined;
  let fetchedAtMs = 0;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let pending: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    triedAtMs = clock.now();
    try {
      keys = await fetchKeys(url, clock);
      fetchedAtMs = triedAtMs;
      failure = undefined;
    } catch (error) {
      // Stored, because `find` throws it for keys that are not cached.
      failure = error;
    }
  }

  function mayAskAgainAtMs(): number {
    return triedAtMs + (keys ? COOL_DOWN_MS : FIRST_TRY_COOL_DOWN_MS);
  }

  /** Joins a fetch in progress, or starts one if the cool-down is over. */
  async function refreshWithinLimits(): Promise<void> {
    if (!pending && clock.now() < mayAskAgainAtMs()) return;
    pending ??= refresh().finally(() => (pending = undefined));
    await pending;
  }

  function unavailable(): AppError {
    const retryAfterSeconds = Math.max(1, Math.ceil((mayAskAgainAtMs() - clock.now()) / 1000));
    return new AppError('identity-unavailable', { retryAfterSeconds }, { cause: failure });
  }

  return {
    /**
     * The key with an id; undefined if the tenant has no such key. A cached key stays valid while the key
     * server is down. Throws `identity-unavailable` if the server cannot be asked about an unknown id.
     */
    async find(kid: string): Promise<CryptoKey | undefined> {
      const isFresh = clock.now() - fetchedAtMs < MAX_AGE_MS;
      if (!keys?.has(kid) || !isFresh) await refreshWithinLimits();
      const key = keys?.get(kid);
      if (!key && failure !== undefined) throw unavailable();
      return key;
    },
    /**
     * The number of keys that the server lists, at most one cool-down old. Throws `identity-unavailable` as
     * `find` does.
     */
    async count(): Promise<number> {
      await refreshWithinLimits();
      if (failure !== undefined) throw unavailable();
      return keys?.size ?? 0;
    },
  };
}

export type TenantKeys = ReturnType<typeof tenantKeys>;

async function fetchKeys(url: string, clock: Clock): Promise<ReadonlyMap<string, CryptoKey>> {
  const { importJWK } = await import('jose');
  const { keys } = keySet.parse(await fetchJson(url, clock));
  const found = new Map<string, CryptoKey>();
  for (const candidate of keys) {
    const parsed = signingKey.safeParse(candidate);
    // Keys of other types and uses are skipped.
    if (!parsed.success) continue;
    const { kid, kty, n, e } = parsed.data;
    const key = await importJWK({ kty, n, e }, 'RS256');
    if (key instanceof CryptoKey) found.set(kid, key);
  }
  return found;
}

/** The key server answered with a status other than 200. */
class KeyServerError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number) {
    super(`The key server answered with status ${statusCode}.`);
    this.statusCode = statusCode;
  }
}

function fetchJson(url: string, clock: Clock): Promise<unknown> {
  return withTimeout(clock, TIMEOUT_MS, async (signal): Promise<unknown> => {
    const response = await fetch(url, { signal, redirect: 'error' });
    if (!response.ok) throw new KeyServerError(response.status);
    return await response.json();
  });
}
