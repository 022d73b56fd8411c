import type { HttpClient } from '@azure/core-rest-pipeline';
import type { AccessToken, TokenCredential } from '@azure/identity';
import { lazy, ttlMap } from '../../lib/caching.ts';
import { withTimeout } from '../../lib/concurrency.ts';
import type { Clock } from '../../ports.ts';

/** One retry, because a person waits for the request. The SDK's default retries take 30 s. */
const RETRIES = { maxRetries: 1, retryDelayInMs: 200, maxRetryDelayInMs: 500 };

/** Time-out of one token request, in milliseconds: shorter than that of any SDK that waits for it. */
const TOKEN_TIMEOUT_MS = 3_000;

/** How long a token is cached before the SDK is asked again, in milliseconds. */
const TTL_MS = 60_000;
/** The SDK renews a token this long before it expires, in milliseconds, so it is not cached longer. */
const RENEWAL_MARGIN_MS = 5 * 60_000;
/** The most cached tokens: more than the resources of a deployment. */
const MAX_CACHED = 20;

interface CredentialOptions {
  cloud: boolean;
  /** The client id of a user-assigned managed identity; undefined for the system-assigned one. */
  clientId?: string | undefined;
  clock: Clock;
  timeoutMs?: number;
}

/**
 * The managed identity in the cloud; on other machines the developer's sign-in. The SDK is loaded on first
 * use.
 *
 * Every token request has a time-out. The SDK sets none and shares one pending request between all callers,
 * so a request that hangs would block them all. After the time-out the next call starts a new request.
 *
 * The SDK caches tokens as well, but each lookup takes 0.1 ms of CPU time, so it is asked once a minute per
 * resource.
 */
export function azureCredential({ cloud, clientId, clock, timeoutMs = TOKEN_TIMEOUT_MS }: CredentialOptions) {
  async function identity(): Promise<TokenCredential> {
    const { DefaultAzureCredential, ManagedIdentityCredential } = await import('@azure/identity');
    if (!cloud) return new DefaultAzureCredential();
    return new ManagedIdentityCredential({
      ...(clientId !== undefined && { clientId }),
      retryOptions: RETRIES,
      httpClient: await closingHttpClient(timeoutMs),
    });
  }

  const credential = lazy(async (): Promise<TokenCredential> => {
    const unbounded = await identity();
    const kept = ttlMap<AccessToken>({ clock, ttlMs: TTL_MS, max: MAX_CACHED });
    return {
      async getToken(scopes, options) {
        const key = [scopes].flat().join(' ');
        // Claims or a tenant require a token other than the cached one.
        const isUsual = options?.claims === undefined && options?.tenantId === undefined;
        const known = isUsual ? kept.get(key) : undefined;
        if (known) return known;
        const token = await withTimeout(clock, timeoutMs, (abortSignal) =>
          unbounded.getToken(scopes, { ...options, abortSignal }),
        );
        if (token && isUsual) {
          kept.set(key, token, Math.min(TTL_MS, token.expiresOnTimestamp - RENEWAL_MARGIN_MS - clock.now()));
        }
        return token;
      },
    };
  });

  return {
    /** For SDKs that take a `TokenCredential`. */
    credential,
    /** An access token for a scope. The SDK renews it before it expires. */
    async token(scope: string) {
      const token = await (await credential()).getToken(scope);
      if (!token) throw new Error('The identity gave no token.');
      return token.token;
    },
  };
}

/** Closes connections that get no answer in time. The credential does not forward abort signals. */
async function closingHttpClient(timeoutMs: number): Promise<HttpClient> {
  const { createDefaultHttpClient } = await import('@azure/core-rest-pipeline');
  const client = createDefaultHttpClient();
  return {
    sendRequest(request) {
      request.timeout = timeoutMs;
      return client.sendRequest(request);
    },
  };
}
