import type { TokenCredential } from '@azure/identity';
import type { Container } from '@azure/cosmos';
import { lazy } from '../../../domain/caching.ts';
import type { Limits } from './operation.ts';

/** The containers, as `infra/containers.json` defines them. */
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

/** Seconds in which the SDK itself repeats a request that was throttled, waiting as long as the service says. */
const THROTTLED_SECONDS = 5;

/** The account, reached by its first use; the SDK takes half a second to load. */
export function connection({ endpoint, database, access }: Account, limits: Limits): Connection {
  const client = lazy(async () => {
    const { CosmosClient } = await import('@azure/cosmos');
    return new CosmosClient({
      endpoint,
      ...('key' in access ? { key: access.key } : { aadCredentials: await access.credential() }),
      // Without a level of its own the SDK sends no session token, and then not even own writes are sure to be read.
      consistencyLevel: 'Session',
      connectionPolicy: {
        requestTimeout: limits.requestMs,
        retryOptions: { maxRetryAttemptCount: 9, maxWaitTimeInSeconds: THROTTLED_SECONDS },
        // One region: there is nothing to discover, and no timer that keeps the process up.
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
