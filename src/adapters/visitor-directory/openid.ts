import type { ClientError, Configuration } from 'openid-client';
import * as z from 'zod/mini';
import { ttlCache } from '../../lib/caching.ts';
import { AppError } from '../../core/errors.ts';
import { failureCache } from '../../lib/failure-cache.ts';
import type { VisitorDirectory } from '../../widgets/records/widget.ts';
import { isSubject, visitorAttributes } from '../../widgets/rules/visitor-identity.ts';
import type { VerifiedVisitor } from '../../conversations/rules/visitors.ts';
import type { Clock, Random, VisitorDirectories } from '../../ports.ts';
import { guardedFetch, type GuardedRequest } from '../public-network/guarded-fetch.ts';
import type { PublicNetwork } from '../public-network/network.ts';

const TIMEOUT_SECONDS = 5;
/** How long a directory's metadata is cached, in milliseconds. */
const TTL_MS = 10 * 60_000;
/** How long a failure is cached, in milliseconds. */
const FAILURE_TTL_MS = 30_000;
const MAX_CACHED = 50;
/** The largest metadata or key set, in bytes. */
const MAX_BYTES = 256 * 1024;

const Claims = z.object({
  sub: z.string().check(z.refine(isSubject)),
  name: z.optional(z.string()),
  preferred_username: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
});

interface OpenidOptions {
  clock: Clock;
  random: Random;
  /** The network for requests to directories. */
  network: PublicNetwork;
}

/** Codes of `ClientError` that concern one sign-in only. All others mean that the directory does not work. */
const REFUSALS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]);

/**
 * Signs visitors in with OpenID Connect: authorization code with PKCE, state and nonce, as a public client.
 * The ID token is verified with the directory's keys (OpenID Connect Core §3.1, RFC 7636). All requests use
 * `guardedFetch`. The library is loaded with the first sign-in.
 */
export function openidDirectories({ clock, random, network }: OpenidOptions): VisitorDirectories {
  const configurations = ttlCache<Configuration>({ clock, ttlMs: TTL_MS, max: MAX_CACHED });
  const failures = failureCache({ clock, ttlMs: FAILURE_TTL_MS, max: MAX_CACHED });
  const secret = () => Buffer.from(random.bytes(32)).toString('base64url');

  function configurationOf(directory: VisitorDirectory): Promise<Configuration> {
    const key = JSON.stringify([directory.issuer, directory.clientId]);
    return configurations.get(key, () => failures(key, () => discover(directory, network)));
  }

  return {
    async begin(directory, redirectUri) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const configuration = await configurationOf(directory);
      const checks = { state: secret(), nonce: secret(), verifier: secret() };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },

    async finish(directory, { state, nonce, verifier }, returnUrl) {
      const { authorizationCodeGrant } = await import('openid-client');
      const configuration = await configurationOf(directory);
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(returnUrl), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        return visitorOf(directory, tokens.claims());
      } catch (error) {
        if (await isRefusal(error)) return undefined;
        throw await unavailable(error);
      }
    },
  };
}

async function discover(
  { issuer, clientId }: VisitorDirectory,
  network: PublicNetwork,
): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks, None } =
    await import('openid-client');
  const server = new URL(issuer);
  try {
    return await discovery(server, clientId, undefined, None(), {
      timeout: TIMEOUT_SECONDS,
      [customFetch]: (url: string, options: GuardedRequest) =>
        guardedFetch(url, options, { network, maxBytes: MAX_BYTES }),
      execute: [
        enableNonRepudiationChecks,
        // The record and the connection allow plain http only for this machine.
        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
  } catch (error) {
    throw await unavailable(error);
  }
}

/** Whether the directory or the visitor refused, or the response does not match the request. */
async function isRefusal(error: unknown): Promise<boolean> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await import('openid-client');
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return true;
  return error instanceof ClientError && REFUSALS.has(codeOf(error));
}

/**
 * The error for a directory that cannot be reached; a failed fetch throws a `TypeError`. Other errors stay
 * unchanged.
 */
async function unavailable(error: unknown): Promise<unknown> {
  const { ClientError } = await import('openid-client');
  return error instanceof ClientError || error instanceof TypeError
    ? new AppError('identity-unavailable', {}, { cause: error })
    : error;
}

function codeOf({ code }: ClientError): string {
  return code ?? '';
}

function visitorOf({ issuer }: VisitorDirectory, claims: unknown): VerifiedVisitor | undefined {
  const parsed = Claims.safeParse(claims).data;
  if (!parsed) return undefined;
  const { sub, name, preferred_username: username, email, email_verified: verified } = parsed;
  const names = [name, username, email];
  return { issuer, ...visitorAttributes({ subject: sub, names, email, emailVerified: verified === true }) };
}
