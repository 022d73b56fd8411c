import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, ConversationStore, Counters, Ledger } from '../../ports.ts';
import { counters } from './sqlite/counters.ts';
import { openDatabase, type DatabaseOptions } from './sqlite/database.ts';
import { deletion } from './sqlite/deletion.ts';
import { erasure } from './sqlite/erasure.ts';
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
  /**
   * Its timers erase what was deleted and the windows that have ended; without one, for scripts and tests
   * that end soon, both wait for the next write or the end.
   */
  clock?: Clock;
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
  const { dataDir, busyTimeoutMs = 5_000, synchronous = 'FULL', clock } = options;
  const shared = { dataDir, busyTimeoutMs };
  const [main, erasing] = openErased(clock, {
    ...shared,
    name: 'conversations.db',
    synchronous,
    cacheKiB: 16_384,
    migrations: CONVERSATION_MIGRATIONS,
  });
  const [counting, forgetting] = openErased(clock, {
    ...shared,
    name: 'counters.db',
    synchronous: 'NORMAL',
    cacheKiB: 2_048,
    migrations: COUNTER_MIGRATIONS,
  });
  const windows = counters(counting, forgetting, clock);
  const close = async () => {
    windows.stop();
    erasing.close();
    forgetting.close();
    main.close();
    counting.close();
  };
  const hourly = figures(main);
  const { add: addEntry, ...entries } = outbox(main);
  return {
    conversations: {
      ...reads(main, hourly),
      ...writes(main, hourly, addEntry),
      ...deletion(main, erasing),
      ...entries,
      ...lists(main),
      ...search(main),
      close,
    },
    ledger: ledger(main, erasing),
    counters: windows.counters,
    close,
  };
}

/** A database with its erasure. If a killed process has left a log, it is emptied. */
function openErased(clock: Clock | undefined, options: DatabaseOptions) {
  const log = statSync(join(options.dataDir, `${options.name}-wal`), { throwIfNoEntry: false });
  const database = openDatabase(options);
  const erasing = erasure(database, clock);
  if (log && log.size > 0) erasing.request();
  return [database, erasing] as const;
}
