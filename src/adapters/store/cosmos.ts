import type { Clock, ConversationStore, Counters, Ledger, Random, Telemetry } from '../../ports.ts';
import { connection, type Account, type ContainerName } from './cosmos/connection.ts';
import { items } from './cosmos/container.ts';
import { counters } from './cosmos/counters.ts';
import { deletion } from './cosmos/deletion.ts';
import { figures } from './cosmos/figures.ts';
import { ledger } from './cosmos/ledger.ts';
import { lists } from './cosmos/lists.ts';
import { performing, type Limits } from './cosmos/operation.ts';
import { orderKeys } from './cosmos/order.ts';
import { reads } from './cosmos/reads.ts';
import { search } from './cosmos/search.ts';
import { writes } from './cosmos/writes.ts';

/** A person waits: after the first operation that fails, the request answers within 5 s. */
const LIMITS: Limits = { requestMs: 3_000, operationMs: 3_500, attempts: 5 };
/** A rate limit must not delay the request that it limits. */
const COUNTER_LIMITS: Limits = { requestMs: 3_000, operationMs: 1_000, attempts: 3 };

export interface CosmosStoreOptions extends Account {
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  limits?: Limits;
  counterLimits?: Limits;
}

export interface CosmosStore {
  conversations: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  close(): Promise<void>;
}

/**
 * The cloud store: Cosmos DB for NoSQL, in the containers of `infra/containers.json`, which this never
 * creates. It connects on first use. A failure is `store-unavailable`.
 */
export function cosmosStore({
  clock,
  random,
  telemetry,
  limits = LIMITS,
  counterLimits = COUNTER_LIMITS,
  ...account
}: CosmosStoreOptions): CosmosStore {
  const service = connection(account, limits);
  const surroundings = { clock, random, telemetry };
  const perform = performing(limits, surroundings);
  const open = (name: ContainerName, performer = perform) => items(service.container(name), performer);
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
      activity: hourly.activity,
      close,
    },
    ledger: ledger(open('ledger'), random, hourly.makeUp),
    counters: counters(open('counters', performing(counterLimits, surroundings)), hourly.makeUp),
    close,
  };
}
