import type { HttpClient } from '@azure/core-rest-pipeline';
import type { AccessToken, TokenCredential } from '@azure/identity';
import { lazy, ttlMap } from '../../domain/caching.ts';
import { withTimeout } from '../../domain/concurrency.ts';
import type { Clock } from '../../ports.ts';

/** The managed identity that reaches every cloud component; no key is stored anywhere. */
export interface CloudCredential {
  /** For SDKs that take a `TokenCredential`. */
  credential(): Promise<TokenCredential>;
  /** An access token for a scope. The SDK renews it before it expires. */
  token(scope: string): Promise<string>;
}

/** One retry only, because a person waits for the request; the SDK's default retries take half a minute. */
const RETRIES = { maxRetries: 1, retryDelayInMs: 200, maxRetryDelayInMs: 500 };

/** Time-out of one token request, in milliseconds: shorter than that of any SDK that waits for the token. */
const TOKEN_MS = 3_000;

/** How long a token is used before the SDK is asked again, in milliseconds. */
const TTL_MS = 60_000;
/** The SDK renews a token this long before it expires, in milliseconds, so none is kept for longer. */
const RENEWED_MS = 5 * 60_000;
/** More than the resources of a deployment. */
const MAX_KEPT = 20;

export interface CredentialOptions {
  cloud: boolean;
  /** The client id of a user-assigned managed identity; undefined for the system-assigned one. */
  clientId?: string | undefined;
  clock: Clock;
  timeoutMs?: number;
}

/**
 * The managed identity in the cloud; elsewhere the developer's own sign-in. The SDK is loaded on first use.
 *
 * Every token request has a deadline. The SDK sets none, and the SDKs that use it share one pending request
 * between all callers, so that a request that hangs would block them all. At the deadline the request is
 * dropped, and the next call starts a new one.
 *
 * The SDK keeps tokens, but each look at its cache costs a tenth of a millisecond of CPU time, so it is asked
 * once a minute for each resource.
 */
export function azureCredential({
  cloud,
  clientId,
  clock,
  timeoutMs = TOKEN_MS,
}: CredentialOptions): CloudCredential {
  async function identity(): Promise<TokenCredential> {
    const { DefaultAzureCredential, ManagedIdentityCredential } = await import('@azure/identity');
    if (!cloud) return new DefaultAzureCredential();
    return new ManagedIdentityCredential({
      ...(clientId !== undefined && { clientId }),
      retryOptions: RETRIES,
      httpClient: await endingClient(timeoutMs),
    });
  }

  const credential = lazy(async (): Promise<TokenCredential> => {
    const unbounded = await identity();
    const kept = ttlMap<AccessToken>({ clock, ttlMs: TTL_MS, max: MAX_KEPT });
    return {
      async getToken(scopes, options) {
        const key = [scopes].flat().join(' ');
        // Claims and a tenant ask for another token than the resource's usual one.
        const isUsual = options?.claims === undefined && options?.tenantId === undefined;
        const known = isUsual ? kept.get(key) : undefined;
        if (known) return known;
        const token = await withTimeout(clock, timeoutMs, (abortSignal) =>
          unbounded.getToken(scopes, { ...options, abortSignal }),
        );
        if (token && isUsual) {
          kept.set(key, token, Math.min(TTL_MS, token.expiresOnTimestamp - RENEWED_MS - clock.now()));
        }
        return token;
      },
    };
  });

  return {
    credential,
    async token(scope) {
      const token = await (await credential()).getToken(scope);
      if (!token) throw new Error('The identity gave no token.');
      return token.token;
    },
  };
}

/** Closes a connection that got no answer in time: the credential does not forward abort signals. */
async function endingClient(timeoutMs: number): Promise<HttpClient> {
  const { createDefaultHttpClient } = await import('@azure/core-rest-pipeline');
  const client = createDefaultHttpClient();
  return {
    sendRequest(request) {
      request.timeout = timeoutMs;
      return client.sendRequest(request);
    },
  };
}
