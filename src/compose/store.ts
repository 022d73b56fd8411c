import { azureCredential } from '../adapters/credential/azure.ts';
import type { Config } from '../config.ts';
import { random } from './system.ts';
import type { Clock, ConversationStore, Counters, Ledger, Telemetry } from '../ports.ts';

/** The ports that one database serves. */
export interface Store {
  conversations: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  close(): Promise<void>;
}

/** The configured store; its SDK is loaded here and nowhere else. */
export async function openStore(
  { store, cloud, clientId }: Pick<Config, 'store' | 'cloud' | 'clientId'>,
  { clock, telemetry }: { clock: Clock; telemetry: Telemetry },
): Promise<Store> {
  if (store.kind === 'sqlite') {
    const { sqliteStore } = await import('../adapters/store/sqlite.ts');
    return sqliteStore(store);
  }
  const { cosmosStore } = await import('../adapters/store/cosmos.ts');
  const { endpoint, database, key } = store;
  const access =
    key === undefined ? { credential: azureCredential({ cloud, clientId, clock }).credential } : { key };
  return cosmosStore({ endpoint, database, access, clock, random, telemetry });
}
