import type { Clock, ConversationStore, Counters, Ledger } from '../../ports.ts';
import { counters } from './sqlite/counters.ts';
import { openDatabase } from './sqlite/database.ts';
import { deletion } from './sqlite/deletion.ts';
import { figures } from './sqlite/figures.ts';
import { ledger } from './sqlite/ledger.ts';
import { lists } from './sqlite/lists.ts';
import { outbox } from './sqlite/outbox.ts';
import { reads } from './sqlite/reads.ts';
import { CONVERSATION_TABLES, COUNTER_TABLES } from './sqlite/schema.ts';
import { search } from './sqlite/search.ts';
import { writes } from './sqlite/writes.ts';

export interface SqliteStoreOptions {
  /** Created if missing. Several processes can use one folder. */
  dataDir: string;
  /** How long a write waits for another process's lock, in milliseconds, before `store-unavailable`. */
  busyTimeoutMs?: number;
  /** Default: `FULL`. `NORMAL` writes faster, but a power loss can lose the latest changes. */
  synchronous?: 'FULL' | 'NORMAL';
  /** For the timer that deletes ended windows. Without it they are deleted when others start. */
  clock?: Clock;
}

export interface SqliteStore {
  conversations: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  close(): Promise<void>;
}

/**
 * The embedded store: conversations and ledger in `conversations.db`, rate-limit windows in `counters.db`.
 * Committed changes survive a power loss; rate-limit counts may not. Throws `store-unavailable` if the folder
 * cannot be used.
 */
export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { dataDir, busyTimeoutMs = 5_000, synchronous = 'FULL', clock } = options;
  const shared = { dataDir, busyTimeoutMs };
  const main = openDatabase({
    ...shared,
    name: 'conversations.db',
    synchronous,
    cacheKiB: 16_384,
    tables: CONVERSATION_TABLES,
  });
  const counting = openDatabase({
    ...shared,
    name: 'counters.db',
    synchronous: 'NORMAL',
    cacheKiB: 2_048,
    tables: COUNTER_TABLES,
  });
  const windows = counters(counting, clock);
  const close = async () => {
    windows.stop();
    main.close();
    counting.close();
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
    counters: windows.counters,
    close,
  };
}
