import type { ConversationStore, Counters, Ledger } from '../../ports.ts';
import { counters } from './sqlite/counters.ts';
import { openDatabase } from './sqlite/database.ts';
import { deletion } from './sqlite/deletion.ts';
import { figures } from './sqlite/figures.ts';
import { ledger } from './sqlite/ledger.ts';
import { lists } from './sqlite/lists.ts';
import { outbox } from './sqlite/outbox.ts';
import { reads } from './sqlite/reads.ts';
import { CONVERSATION_MIGRATIONS, COUNTER_MIGRATIONS } from './sqlite/schema.ts';
import { search } from './sqlite/search.ts';
import { writes } from './sqlite/writes.ts';

export interface SqliteStoreOptions {
  /** Created if missing; several processes may open one folder. */
  dataDir: string;
  /**
   * How long a write waits for another process's lock, in milliseconds; then the store counts as unavailable.
   */
  busyTimeoutMs?: number;
  /** `NORMAL` writes faster; a power loss may then cost the newest changes. `FULL` unless stated. */
  synchronous?: 'FULL' | 'NORMAL';
}

export interface SqliteStore {
  conversations: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  close(): Promise<void>;
}

/**
 * The embedded store: conversations and ledger in `conversations.db`, rate-limit windows in `counters.db`. A
 * committed change survives a power loss; a counted call need not. Throws `store-unavailable` where the
 * folder cannot be used.
 */
export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { dataDir, busyTimeoutMs = 5_000, synchronous = 'FULL' } = options;
  const shared = { dataDir, busyTimeoutMs };
  const main = openDatabase({
    ...shared,
    name: 'conversations.db',
    synchronous,
    cacheKiB: 16_384,
    migrations: CONVERSATION_MIGRATIONS,
  });
  const counting = openDatabase({
    ...shared,
    name: 'counters.db',
    synchronous: 'NORMAL',
    cacheKiB: 2_048,
    migrations: COUNTER_MIGRATIONS,
  });
  const close = () => {
    main.close();
    counting.close();
    return Promise.resolve();
  };
  const hourly = figures(main);
  const { add: addEntry, ...entries } = outbox(main);
  return {
    conversations: {
      ...reads(main, hourly),
      ...writes(main, hourly, addEntry),
      ...deletion(main),
      ...entries,
      ...lists(main),
      ...search(main),
      close,
    },
    ledger: ledger(main),
    counters: counters(counting),
    close,
  };
}
