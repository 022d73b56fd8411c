import type { errors as JoseErrors, JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import * as z from 'zod/mini';
import { lruCache } from '../../lib/caching.ts';
import { AppError } from '../../core/errors.ts';
import { failureCache } from '../../lib/failure-cache.ts';
import {
  IDENTITY_LEEWAY_SECONDS,
  isSubject,
  KEY_SET_ALGORITHMS,
  MAX_IDENTITY_AGE_SECONDS,
  MAX_IDENTITY_TOKEN_LENGTH,
  SECRET_ALGORITHMS,
  siteClaims,
  visitorAttributes,
  type IdentityRefusal,
} from '../../widgets/rules/visitor-identity.ts';
import type { Clock, ExpectedIdentity, IdentityTokens } from '../../ports.ts';
import { guardedFetch, type GuardedRequest } from '../public-network/guarded-fetch.ts';
import { publicNetwork, type PublicNetwork } from '../public-network/network.ts';

const TIMEOUT_MS = 5_000;
/** Key sets are fetched again after `TTL_MS`; for an unknown key after `COOL_DOWN_MS`. Both in real time. */
const TTL_MS = 10 * 60_000;
const COOL_DOWN_MS = 30_000;
const MAX_KEY_SETS = 50;
/** The largest key set, in bytes. */
const MAX_BYTES = 64 * 1024;
const KeySet = z.object({ keys: z.array(z.unknown()) });

const Claims = z.object({
  sub: z.string().check(z.refine(isSubject)),
  // Invalid values are dropped, because some languages write missing values as null.
  name: z.catch(z.optional(z.string()), undefined),
  email: z.catch(z.optional(z.string()), undefined),
  email_verified: z.optional(z.unknown()),
});

type VerificationResult = { claims: JWTPayload } | { refused: IdentityRefusal };

interface IdentityTokensOptions {
  clock: Clock;
  /** Default: the public Internet. */
  network?: PublicNetwork | undefined;
}

/**
 * Verifies identity tokens with `jose`: JSON Web Tokens (RFC 7519) that a site signs, with HS256 and one of
 * the widget's secrets, or with a key of its key set. The algorithm selects the kind of key, so that a public
 * key is never used as a secret (RFC 8725 §3.1).
 */
export function joseIdentityTokens({
  clock,
  network = publicNetwork,
}: IdentityTokensOptions): IdentityTokens {
  const keySets = lruCache<Promise<JWTVerifyGetKey>>(MAX_KEY_SETS);

  const failures = failureCache({ clock, ttlMs: COOL_DOWN_MS, max: MAX_KEY_SETS });

  /** Fetches a key set, in the form of `fetch` that `jose` requires. */
  const fetchKeySet = (url: string, options: GuardedRequest) =>
    failures(url, async () => {
      const response = await guardedFetch(url, options, { network, maxBytes: MAX_BYTES });
      if (response.status !== 200) throw new TypeError('There is no key set at the address.');
      return Response.json(KeySet.parse(await response.json()));
    });

  const keySetAt = (url: string) =>
    keySets(url, async () => {
      const { createRemoteJWKSet, customFetch } = await import('jose');
      return createRemoteJWKSet(new URL(url), {
        timeoutDuration: TIMEOUT_MS,
        cooldownDuration: COOL_DOWN_MS,
        cacheMaxAge: TTL_MS,
        [customFetch]: fetchKeySet,
      });
    });

  async function bySecret(
    token: string,
    { secrets }: ExpectedIdentity,
    options: JWTVerifyOptions,
  ): Promise<VerificationResult> {
    const { errors, jwtVerify } = await import('jose');
    for (const secret of secrets) {
      try {
        const key = new TextEncoder().encode(secret);
        const { payload } = await jwtVerify(token, key, { ...options, algorithms: [...SECRET_ALGORITHMS] });
        return { claims: payload };
      } catch (error) {
        if (error instanceof errors.JWSSignatureVerificationFailed) continue;
        return { refused: refusalOf(error, errors) };
      }
    }
    return { refused: secrets.length > 0 ? 'wrong-signature' : 'no-secret' };
  }

  async function byKeySet(
    token: string,
    { keySetUrl }: ExpectedIdentity,
    options: JWTVerifyOptions,
  ): Promise<VerificationResult> {
    if (keySetUrl === undefined) return { refused: 'no-key-set' };
    const { errors, jwtVerify } = await import('jose');
    const keySet = await keySetAt(keySetUrl);
    try {
      const { payload } = await jwtVerify(token, keySet, { ...options, algorithms: [...KEY_SET_ALGORITHMS] });
      return { claims: payload };
    } catch (error) {
      return { refused: refusalOf(error, errors) };
    }
  }

  return {
    async verify(token, expected) {
      if (token.length > MAX_IDENTITY_TOKEN_LENGTH) return { refused: 'too-long' };
      const algorithm = await algorithmOf(token);
      if (algorithm === undefined) return { refused: 'not-a-token' };
      const options = {
        issuer: expected.issuer,
        audience: expected.audience,
        requiredClaims: ['sub', 'exp'],
        maxTokenAge: MAX_IDENTITY_AGE_SECONDS,
        clockTolerance: IDENTITY_LEEWAY_SECONDS,
        currentDate: new Date(clock.now()),
      };
      const isSecret = SECRET_ALGORITHMS.some((it) => it === algorithm);
      if (!isSecret && !KEY_SET_ALGORITHMS.some((it) => it === algorithm)) {
        return { refused: 'wrong-algorithm' };
      }
      const verified = await (isSecret ? bySecret : byKeySet)(token, expected, options);
      if ('refused' in verified) return verified;
      const claims = Claims.safeParse(verified.claims).data;
      if (!claims) return { refused: 'claim-invalid' };
      const { sub, name, email, email_verified: isVerified } = claims;
      const names = [name, email];
      const attributes = { subject: sub, names, email, emailVerified: isVerified === true };
      const kept = siteClaims(expected.claims ?? [], verified.claims);
      return {
        visitor: {
          issuer: expected.issuer,
          ...visitorAttributes(attributes),
          ...(Object.keys(kept).length > 0 && { claims: kept }),
        },
      };
    },
  };
}

/** The `alg` in a token's header; undefined if the text is not a signed token. */
async function algorithmOf(token: string): Promise<string | undefined> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return undefined;
  const { decodeProtectedHeader } = await import('jose');
  try {
    return decodeProtectedHeader(token).alg;
  } catch (error) {
    // The library throws this for a header that is not a JSON object.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Error codes of `jose` that concern the token. All others mean that the key set does not work. */
const BY_CODE = new Map<string, IdentityRefusal>([
  ['ERR_JWS_INVALID', 'not-a-token'],
  ['ERR_JWT_INVALID', 'not-a-token'],
  ['ERR_JOSE_ALG_NOT_ALLOWED', 'wrong-algorithm'],
  ['ERR_JOSE_NOT_SUPPORTED', 'wrong-algorithm'],
  ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'wrong-signature'],
  ['ERR_JWKS_NO_MATCHING_KEY', 'unknown-key'],
  ['ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'unknown-key'],
]);

const BY_CLAIM = new Map<string, IdentityRefusal>([
  ['iss', 'wrong-issuer'],
  ['aud', 'wrong-audience'],
  ['nbf', 'not-yet-valid'],
  ['iat', 'not-yet-valid'],
]);

function refusalOf(error: unknown, { JOSEError, JWTClaimValidationFailed, JWTExpired }: typeof JoseErrors) {
  if (error instanceof JWTExpired) return error.claim === 'iat' ? 'too-old' : 'expired';
  if (error instanceof JWTClaimValidationFailed) return claimRefusal(error);
  const refused = error instanceof JOSEError ? BY_CODE.get(error.code) : undefined;
  if (refused === undefined) throw new AppError('identity-unavailable', {}, { cause: error });
  return refused;
}

function claimRefusal({ claim, reason }: JoseErrors.JWTClaimValidationFailed): IdentityRefusal {
  if (reason === 'missing') return 'claim-missing';
  return (reason === 'check_failed' ? BY_CLAIM.get(claim) : undefined) ?? 'claim-invalid';
}
