import { hash } from 'node:crypto';
import { ttlMap } from '../../lib/caching.ts';
import type { Clock, TokenPurpose, Tokens } from '../../ports.ts';

/** Longer tokens are refused before they are parsed, in characters; issued ones are shorter. */
const MAX_TOKEN_LENGTH = 8192;
/** LRU size: visitors with a token who write or poll at the same time. */
const MAX_VERIFIED = 2_000;
/** How long a verification is cached, in milliseconds: as long as a visitor's token is valid. */
const VERIFIED_TTL_MS = 15 * 60_000;

interface JoseTokensOptions {
  /** Returns the key of a purpose, 32 bytes. */
  key: (purpose: TokenPurpose) => Promise<Uint8Array>;
  clock: Clock;
}

/**
 * JSON Web Tokens: signed (HS256, RFC 7515) and encrypted (`dir` with A256GCM, RFC 7516). The audience is the
 * purpose. Times are in whole seconds and without leeway, because the same clock issues and verifies them.
 */
export function joseTokens({ key, clock }: JoseTokensOptions): Tokens {
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  /** Verifies a token at the given time and returns its claims. */
  async function verify(
    purpose: TokenPurpose,
    token: string,
    sealed: 'sealed' | undefined,
    currentDate: Date,
  ): Promise<unknown> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const { errors, jwtDecrypt, jwtVerify } = await import('jose');
    const expected = { audience: purpose, requiredClaims: ['exp'], currentDate };
    const secret = await key(purpose);
    try {
      const { payload } = sealed
        ? await jwtDecrypt(token, secret, {
            ...expected,
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          })
        : await jwtVerify(token, secret, { ...expected, algorithms: ['HS256'] });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  const verified = ttlMap<{ secret: Uint8Array; payload: unknown }>({
    clock,
    ttlMs: VERIFIED_TTL_MS,
    max: MAX_VERIFIED,
  });

  /**
   * Verifies a signed token without checking its times. An LRU cache, keyed by the token's SHA-256, avoids
   * repeated signature checks while the key stays the same.
   */
  async function verifyCached(purpose: TokenPurpose, token: string): Promise<unknown> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const digest = hash('sha256', `${purpose}:${token}`, 'base64url');
    const secret = await key(purpose);
    const known = verified.get(digest);
    if (known && Buffer.compare(known.secret, secret) === 0) return known.payload;
    const payload = await verify(purpose, token, undefined, new Date(0));
    if (payload !== undefined) verified.set(digest, { secret, payload });
    return payload;
  }

  return {
    async issue(purpose, claims, lifetimeSeconds, sealed) {
      const { EncryptJWT, SignJWT } = await import('jose');
      const issuedAt = nowSeconds();
      const payload = { ...claims, aud: purpose, iat: issuedAt, exp: issuedAt + lifetimeSeconds };
      return sealed
        ? await new EncryptJWT(payload)
            .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
            .encrypt(await key(purpose))
        : await new SignJWT(payload)
            .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
            .sign(await key(purpose));
    },

    read: (purpose, token, sealed) => verify(purpose, token, sealed, new Date(clock.now())),
    readEvenExpired: verifyCached,
  };
}
