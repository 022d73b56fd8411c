import type { HttpClient } from '@azure/core-rest-pipeline';
import type { TokenCredential } from '@azure/identity';
import { lazy } from '../../domain/caching.ts';
import { withTimeout } from '../../domain/concurrency.ts';
import type { Clock } from '../../ports.ts';

/** The identity with which every cloud component is reached; no key is stored anywhere. */
export interface CloudCredential {
  /** For the SDKs that take a credential. */
  credential(): Promise<TokenCredential>;
  /** An access token for a scope, renewed ahead of its expiry by the SDK. */
  token(scope: string): Promise<string>;
}

/** Whoever needs a token is waited for by a person; the SDK alone would try for half a minute. */
const RETRIES = { maxRetries: 1, retryDelayInMs: 200, maxRetryDelayInMs: 500 };

/** How long one token may take, in milliseconds: less than what any of the SDKs that wait for it are given. */
const TOKEN_MS = 3_000;

export interface CredentialOptions {
  cloud: boolean;
  /** Which of the app’s managed identities; undefined for the app’s own. */
  clientId?: string | undefined;
  clock: Clock;
  timeoutMs?: number;
}

/**
 * The managed identity in the cloud; elsewhere whatever the developer is signed in with. The SDK is loaded on first use.
 *
 * Every token has a deadline, since the SDK sets none and the SDKs that use it share a pending request between all callers:
 * one that hangs would hang them all for good. At the deadline the request is dropped, and the next call asks again.
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
    return {
      getToken: (scopes, options) =>
        withTimeout(clock, timeoutMs, (abortSignal) =>
          unbounded.getToken(scopes, { ...options, abortSignal }),
        ),
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

/** Closes a connection on which no answer came in time: the credential passes no signal on. */
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
