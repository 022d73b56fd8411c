import { hash } from 'node:crypto';
import { ttlMap } from '../../domain/caching.ts';
import type { Clock, TokenPurpose, Tokens } from '../../ports.ts';

/** Longer than any token that is issued here; a longer one is refused before it is parsed. */
const MAX_TOKEN_LENGTH = 8192;
/** Visitors with a token who write or poll at a time. */
const MAX_VERIFIED = 2_000;
/** As long as a visitor's token lives. */
const VERIFIED_MS = 15 * 60_000;

export interface JoseTokensOptions {
  /** 32 bytes for each purpose. */
  key: (purpose: TokenPurpose) => Promise<Uint8Array>;
  clock: Clock;
}

/**
 * JSON Web Tokens: signed (HS256, RFC 7515) and encrypted (`dir` with A256GCM, RFC 7516). The audience names
 * the purpose; times are the clock's, in whole seconds and without leeway, since the same clock issues and
 * verifies them.
 */
export function joseTokens({ key, clock }: JoseTokensOptions): Tokens {
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  /** The claims of a token, verified at a time. */
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
    ttlMs: VERIFIED_MS,
    max: MAX_VERIFIED,
  });

  /**
   * The claims of a signed token at any time. A bounded cache by its SHA-256 spares the check of the
   * signature where a token comes again, while the key of its purpose is the same.
   */
  async function verifyRepeated(purpose: TokenPurpose, token: string): Promise<unknown> {
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
    readEvenExpired: verifyRepeated,
  };
}
