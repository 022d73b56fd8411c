import type { TokenCredential } from '@azure/identity';
import type { Container } from '@azure/cosmos';
import { lazy } from '../../../domain/caching.ts';
import type { Limits } from './operation.ts';

/** The containers of `infra/containers.json`. */
export type ContainerName = 'conversations' | 'usage' | 'ledger' | 'counters';

export interface Account {
  endpoint: string;
  database: string;
  /** The managed identity. A key is for emulators and tests alone. */
  access: { credential: () => Promise<TokenCredential> } | { key: string };
}

export interface Connection {
  container(name: ContainerName): () => Promise<Container>;
  close(): Promise<void>;
}

/** How many seconds the SDK itself retries a throttled request, with the pauses that the service asks for. */
const THROTTLED_SECONDS = 5;

/** The account, opened on first use; the SDK takes half a second to load. */
export function connection({ endpoint, database, access }: Account, limits: Limits): Connection {
  const client = lazy(async () => {
    const { CosmosClient } = await import('@azure/cosmos');
    return new CosmosClient({
      endpoint,
      ...('key' in access ? { key: access.key } : { aadCredentials: await access.credential() }),
      // Without an explicit level the SDK sends no session token, and a read may miss this client's own
      // writes.
      consistencyLevel: 'Session',
      connectionPolicy: {
        requestTimeout: limits.requestMs,
        retryOptions: { maxRetryAttemptCount: 9, maxWaitTimeInSeconds: THROTTLED_SECONDS },
        // One region: no endpoint discovery, and no timer that keeps the process alive.
        enableEndpointDiscovery: false,
      },
    });
  });

  return {
    container: (name) => async () => (await client()).database(database).container(name),
    async close() {
      (await client.existing())?.dispose();
    },
  };
}
