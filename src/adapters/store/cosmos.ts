import type { TokenCredential } from '@azure/identity';
import type { Clock, ConversationStore, Counters, Ledger, Random, Telemetry } from '../../ports.ts';
import { items, type OpenContainer } from './cosmos/container.ts';
import { counters } from './cosmos/counters.ts';
import { deletion } from './cosmos/deletion.ts';
import { figures } from './cosmos/figures.ts';
import { ledger } from './cosmos/ledger.ts';
import { lists } from './cosmos/lists.ts';
import { type Limits, performer } from './cosmos/operation.ts';
import { outbox } from './cosmos/outbox.ts';
import { reads } from './cosmos/reads.ts';
import { search } from './cosmos/search.ts';
import { writes } from './cosmos/writes.ts';
import { lazy } from '../../lib/caching.ts';
import { withTimeout } from '../../lib/concurrency.ts';

/**
 * Limits for requests that a person waits for: after the first failed operation the answer takes at most 5 s.
 */
const LIMITS: Limits = { requestMs: 3_000, operationMs: 3_500, attempts: 5 };
/** Limits for counters, so that a rate limit does not delay the limited request. */
const COUNTER_LIMITS: Limits = { requestMs: 3_000, operationMs: 1_000, attempts: 3 };

interface CosmosStoreOptions extends Account {
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  limits?: Limits;
  counterLimits?: Limits;
}

interface CosmosStore {
  conversations: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  close(): Promise<void>;
}

/**
 * The cloud store: Cosmos DB for NoSQL. It connects on first use, and never creates the containers of
 * `infra/containers.json`. Throws `store-unavailable`.
 */
export function cosmosStore({
  clock,
  random,
  telemetry,
  limits = LIMITS,
  counterLimits = COUNTER_LIMITS,
  ...account
}: CosmosStoreOptions): CosmosStore {
  const service = connection(account, limits, clock);
  const ports = { clock, random, telemetry };
  const perform = performer(limits, ports);
  const open = (name: ContainerName, performOpened = perform) =>
    items(service.container(name), performOpened);
  const conversations = open('conversations');
  const hourly = figures(open('usage'), clock);
  const { finish: finishDeletion, ...removing } = deletion(conversations);
  const writing = { figures: hourly, random, nextKey: orderKeys(clock, random), finishDeletion };

  async function close(): Promise<void> {
    await hourly.close();
    await service.close();
  }
  return {
    conversations: {
      ...reads(conversations),
      ...writes(conversations, writing),
      ...removing,
      ...lists(conversations),
      ...search(conversations),
      ...outbox(conversations, random),
      addActivity: hourly.add,
      activity: hourly.activity,
      close,
    },
    ledger: ledger(open('ledger'), random),
    counters: counters(open('counters', performer(counterLimits, ports))),
    close,
  };
}

/**
 * Keys that sort by creation: time, a counter, and this instance. Between instances the order is as exact as
 * their clocks.
 */
function orderKeys(clock: Clock, random: Random): () => string {
  const instance = Buffer.from(random.bytes(4)).toString('hex');
  let lastMs = 0;
  let count = 0;
  return () => {
    const nowMs = Math.max(clock.now(), lastMs);
    count = nowMs === lastMs ? count + 1 : 0;
    lastMs = nowMs;
    return `${String(nowMs).padStart(15, '0')}-${String(count).padStart(6, '0')}-${instance}`;
  };
}

/** The containers of `infra/containers.json`. */
type ContainerName = 'conversations' | 'usage' | 'ledger' | 'counters';

interface Account {
  endpoint: string;
  database: string;
  /** The managed identity. A key is only used by emulators and tests. */
  access: { credential: () => Promise<TokenCredential> } | { key: string };
}

interface Connection {
  container(name: ContainerName): OpenContainer;
  close(): Promise<void>;
}

/** How long the SDK retries a throttled request with the pauses that the service asks for, in seconds. */
const THROTTLE_RETRY_SECONDS = 5;

/**
 * The SDK's time-out as a multiple of the request's own, as a last resort for requests that were not aborted.
 */
const SDK_TIMEOUT_FACTOR = 5;

/** The account, opened on first use. Loading the SDK takes 0.5 s. */
function connection({ endpoint, database, access }: Account, limits: Limits, clock: Clock): Connection {
  const opened = () => lazy(connect);
  let client = opened();

  async function connect() {
    const [{ CosmosClient }, { createDefaultHttpClient }] = await Promise.all([
      import('@azure/cosmos'),
      import('@azure/core-rest-pipeline'),
    ]);
    const http = createDefaultHttpClient();
    return new CosmosClient({
      endpoint,
      ...('key' in access ? { key: access.key } : { aadCredentials: await access.credential() }),
      // Without an explicit level the SDK sends no session token, and a read could miss this client's writes.
      consistencyLevel: 'Session',
      // The SDK's time-out includes the time in which an overloaded event loop did not read the response.
      httpClient: {
        sendRequest: (request) => withTimeout(clock, limits.requestMs, () => http.sendRequest(request)),
      },
      connectionPolicy: {
        requestTimeout: limits.requestMs * SDK_TIMEOUT_FACTOR,
        retryOptions: { maxRetryAttemptCount: 9, maxWaitTimeInSeconds: THROTTLE_RETRY_SECONDS },
        // One region: no endpoint discovery, whose timer would keep the process alive.
        enableEndpointDiscovery: false,
      },
    });
  }

  return {
    container: (name) => ({
      open: async () => (await client()).database(database).container(name),
      async renew(used) {
        if ((await client.existing()) === used.database.client) client = opened();
      },
    }),
    async close() {
      (await client.existing())?.dispose();
    },
  };
}
