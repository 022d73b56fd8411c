import type { Config } from './config.ts';
import { AppError } from './domain/errors.ts';
import type { ConversationStore, Counters, Ledger } from './ports.ts';

/** What one database holds. */
export interface Store {
  conversations: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  close(): Promise<void>;
}

/** The store that the settings name; its SDK is loaded here and nowhere else. */
export async function openStore({ store }: Pick<Config, 'store'>): Promise<Store> {
  if (store.kind === 'cosmos') throw new AppError('misconfigured', { setting: 'COSMOS_ENDPOINT' });
  const { sqliteStore } = await import('./adapters/store/sqlite.ts');
  return sqliteStore(store);
}
