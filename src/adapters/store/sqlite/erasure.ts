import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../ports.ts';
import type { Database } from './database.ts';

/** How long no further deletion may come before the bytes are erased, in milliseconds. */
const QUIET_MS = 1_000;
/** How long a series of deletions puts the erasure off at most, and the longest pause between two tries. */
const MAX_WAIT_MS = 30_000;
/** The largest content that is rewritten, in bytes: writes wait for it, here a third of a second. */
const MAX_REWRITTEN_BYTES = 32 * 1024 * 1024;

/**
 * The work of the thread, as text: a file would need an entry in each bundle. A checkpoint writes the log
 * into the database file and empties it; VACUUM drops what is in unallocated parts of pages, because SQLite
 * does not overwrite these when it moves rows between pages.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const file = new DatabaseSync(workerData.path, { timeout: 250 });
const pragma = (name) => Object.values(file.prepare('PRAGMA ' + name).get())[0];
file.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
parentPort.once('message', () => {
  let isErased = pragma('wal_checkpoint(TRUNCATE)') === 0;
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  if (isErased && bytes <= workerData.maxBytes) {
    file.exec('VACUUM');
    isErased = pragma('wal_checkpoint(TRUNCATE)') === 0;
  }
  file.close();
  parentPort.postMessage(isErased);
});
parentPort.postMessage('ready');
`;

/** Removes the bytes of what was deleted from the files of a database. */
export interface Erasure {
  /**
   * Has the bytes erased soon: once for all deletions that follow each other. `log`: from the log alone, for
   * what is removed often and on the way of agents, such as a lease.
   */
  request(from?: 'log'): void;
  /** Ends the timer, and waits for an erasure that runs or was requested. */
  close(): Promise<void>;
}

type ErasedDatabase = Pick<Database, 'path' | 'hold'>;

/**
 * Debounced erasure in a thread: deleted rows are still in the write-ahead log, which is emptied only after 4
 * MB more or with the last connection. Writes of this process wait for the thread without blocking the event
 * loop. One that fails, for example at the lock of another process, is tried again. Without a clock nothing
 * is erased before the files are closed.
 */
export function erasure(database: ErasedDatabase, clock: Clock | undefined): Erasure {
  let firstAtMs: number | undefined;
  let clear: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let tries = 0;
  let rewrites = false;
  let isClosed = false;

  function schedule(ms: number): void {
    clear?.();
    clear = isClosed ? undefined : clock?.after(ms, start);
  }

  function start(): void {
    clear = undefined;
    if (running) {
      schedule(QUIET_MS);
      return;
    }
    firstAtMs = undefined;
    const isRewriting = rewrites;
    rewrites = false;
    running = erase(database, isRewriting).then((isErased) => {
      running = undefined;
      rewrites ||= isRewriting && !isErased;
      tries = isErased ? 0 : tries + 1;
      if (!isErased && !clear) schedule(Math.min(QUIET_MS * 2 ** tries, MAX_WAIT_MS));
    });
  }

  return {
    request(from) {
      if (!clock) return;
      rewrites ||= from !== 'log';
      firstAtMs ??= clock.now();
      schedule(Math.max(0, Math.min(QUIET_MS, firstAtMs + MAX_WAIT_MS - clock.now())));
    },
    async close() {
      isClosed = true;
      await running;
      if (!clear) return;
      // The log stays after the end where another process has the files open.
      clear();
      await erase(database, rewrites);
    },
  };
}

/** Whether everything that was deleted is gone from the files; false where it has to be tried again. */
function erase({ path, hold }: ErasedDatabase, rewrites: boolean): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const thread = new Worker(THREAD, {
    eval: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    workerData: { path, maxBytes: rewrites ? MAX_REWRITTEN_BYTES : 0 },
  });
  let isErased = false;
  thread.once('message', () => {
    thread.on('message', (result) => (isErased = result === true));
    void hold(() => promise);
    thread.postMessage('start');
  });
  // A lock or a full disk, which callers of the store are told of by their own writes.
  thread.on('error', () => (isErased = false));
  thread.on('exit', () => resolve(isErased));
  return promise;
}
