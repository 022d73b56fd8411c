import { hash } from 'node:crypto';
import type { JWTPayload, JWTVerifyOptions } from 'jose';
import { $ZodError } from 'zod/v4/core';
import { ttlMap } from '../../lib/caching.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../ports.ts';
import type { TenantKeys } from './entra-keys.ts';

const LEEWAY_SECONDS = 60;
/** Longer tokens are refused before they are parsed, in characters; the provider's are shorter. */
const MAX_TOKEN_LENGTH = 16_384;
/** LRU size: about one or two tokens for each signed-in agent. */
const MAX_VERIFIED = 1_000;

interface Verification<T> {
  keys: TenantKeys;
  clock: Clock;
  demanded: Pick<JWTVerifyOptions, 'issuer' | 'audience'>;
  read(payload: JWTPayload): T;
}

/** A token whose signature and required claims are valid. */
interface VerifiedToken {
  payload: JWTPayload;
  /** When it was verified, in milliseconds since the epoch. */
  atMs: number;
  kid: string;
  /** The key that verified the signature. Fetching keys again creates new objects. */
  key: CryptoKey;
}

/**
 * Verifies tokens of Microsoft Entra ID: RS256 by one of `keys`, times with 60 s leeway, and the `demanded`
 * claims. Every failure, also in `read`, is `unauthorized`.
 *
 * An LRU cache, keyed by the SHA-256 of a token, avoids repeated RSA operations. An entry expires with its
 * token. A cached token is accepted only if its key is still among `keys`, and `read` runs again.
 */
export function entraTokenVerifier<T>({
  keys,
  clock,
  demanded,
  read,
}: Verification<T>): (token: string) => Promise<T> {
  const verified = ttlMap<VerifiedToken>({ clock, ttlMs: 0, max: MAX_VERIFIED });

  async function verify(token: string, digest: string): Promise<JWTPayload> {
    const { errors, jwtVerify } = await import('jose');
    const atMs = clock.now();
    let kid = '';
    const { payload, key } = await jwtVerify(
      token,
      async (header) => {
        const found = header.kid === undefined ? undefined : await keys.find(header.kid);
        if (!found) throw new errors.JWKSNoMatchingKey();
        kid = header.kid ?? '';
        return found;
      },
      {
        ...demanded,
        algorithms: ['RS256'],
        requiredClaims: ['exp'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: new Date(atMs),
      },
    );
    const restMs = ((payload.exp ?? 0) + LEEWAY_SECONDS) * 1000 - clock.now();
    if (key instanceof CryptoKey) verified.set(digest, { payload, kid, key, atMs }, restMs);
    return payload;
  }

  /** The cached claims of a token, if its key still belongs to the tenant. */
  async function cachedClaims(digest: string): Promise<JWTPayload | undefined> {
    const known = verified.get(digest);
    // The clock can have been set back to before the token's `nbf`.
    if (!known || clock.now() < known.atMs) return undefined;
    return (await keys.find(known.kid)) === known.key ? known.payload : undefined;
  }

  return async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) throw new AppError('unauthorized');
    const digest = hash('sha256', token, 'base64url');
    try {
      return read((await cachedClaims(digest)) ?? (await verify(token, digest)));
    } catch (error) {
      const { errors } = await import('jose');
      if (error instanceof errors.JOSEError || error instanceof $ZodError) {
        throw new AppError('unauthorized', {}, { cause: error });
      }
      throw error;
    }
  };
}

/** Both issuers of a tenant: v2 and v1. */
export function issuersOf(authority: string, tenant: string): [string, string] {
  return [`${authority}/${tenant}/v2.0`, `https://sts.windows.net/${tenant}/`];
}
