import type { Clock } from '../../../ports.ts';
import type { Database } from './database.ts';
import { isUnavailable } from './failures.ts';

/**
 * How long after a deletion the bytes are erased, in milliseconds. Later deletions until then are included.
 */
const DELAY_MS = 2_000;
/** The largest content that is rewritten, in bytes; it takes 0.5 s. */
const MAX_REWRITTEN_BYTES = 32 * 1024 * 1024;

/** Removes the bytes of deleted rows from the database files. */
export interface Erasure {
  /** Schedules an erasure, unless one is scheduled. */
  request(): void;
  /** Performs a scheduled erasure immediately, before the file is closed. */
  close(): void;
}

/**
 * SQLite overwrites deleted rows (`secure_delete`), but copies remain in the write-ahead log and in unused
 * parts of pages. A checkpoint empties the log, and VACUUM rewrites the pages. A failed erasure, for example
 * while another process reads, is repeated. Without a clock nothing is erased.
 */
export function erasure({ file }: Pick<Database, 'file'>, clock: Clock | undefined): Erasure {
  let cancel: (() => void) | undefined;

  const pragma = (name: string) => Object.values(file.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const isLogEmptied = () => pragma('wal_checkpoint(TRUNCATE)') === 0;

  function erase(): boolean {
    const timeoutMs = Number(pragma('busy_timeout'));
    file.exec('PRAGMA busy_timeout = 0');
    try {
      if (!isLogEmptied()) return false;
      const pages = Number(pragma('page_count')) - Number(pragma('freelist_count'));
      if (pages * Number(pragma('page_size')) > MAX_REWRITTEN_BYTES) return true;
      file.exec('VACUUM');
      return isLogEmptied();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return false;
    } finally {
      file.exec(`PRAGMA busy_timeout = ${timeoutMs}`);
    }
  }

  function request(): void {
    cancel ??= clock?.after(DELAY_MS, () => {
      cancel = undefined;
      if (file.isOpen && !erase()) request();
    });
  }

  return {
    request,
    close() {
      if (!cancel) return;
      cancel();
      cancel = undefined;
      erase();
    },
  };
}
