import type { TokenCredential } from '@azure/identity';

/** The identity with which every cloud component is reached; no key is stored anywhere. */
export interface CloudCredential {
  /** For the SDKs that take a credential. */
  credential(): Promise<TokenCredential>;
  /** An access token for a scope, renewed ahead of its expiry by the SDK. */
  token(scope: string): Promise<string>;
}

/** Whoever needs a token is waited for by a person; the SDK alone would try for half a minute. */
const RETRIES = { maxRetries: 1, retryDelayInMs: 200, maxRetryDelayInMs: 500 };

/** The managed identity in the cloud; elsewhere whatever the developer is signed in with. The SDK is loaded on first use. */
export function azureCredential({
  cloud,
  clientId,
}: {
  cloud: boolean;
  /** Which of the app’s managed identities; undefined for the app’s own. */
  clientId?: string | undefined;
}): CloudCredential {
  let loading: Promise<TokenCredential> | undefined;

  async function load(): Promise<TokenCredential> {
    const { DefaultAzureCredential, ManagedIdentityCredential } = await import('@azure/identity');
    if (!cloud) return new DefaultAzureCredential();
    return new ManagedIdentityCredential({
      ...(clientId !== undefined && { clientId }),
      retryOptions: RETRIES,
    });
  }
  const credential = () => (loading ??= load());

  return {
    credential,
    async token(scope) {
      const token = await (await credential()).getToken(scope);
      if (!token) throw new Error('The identity gave no token.');
      return token.token;
    },
  };
}
