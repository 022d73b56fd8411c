import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { AppError } from '../../../core/errors.ts';
import { indexTerms } from '../../../lib/search-text.ts';
import { failureOf } from './failures.ts';
import { groupCommit, type GroupCommit } from './group-commit.ts';

/** A database file with its read and write transactions. */
export interface Database {
  file: DatabaseSync;
  /**
   * Runs reads on one snapshot, in the next turn of the event loop, so that a caller that reads many pages,
   * such as an export, does not block other requests.
   */
  read<T>(work: () => T): Promise<T>;
  write: GroupCommit['write'];
  /** Commits pending writes and closes the file. */
  close(): void;
}

interface DatabaseOptions {
  dataDir: string;
  name: string;
  /**
   * `FULL`: commits survive a power loss. `NORMAL`: the latest commits can be lost, but the file stays
   * intact.
   */
  synchronous: 'FULL' | 'NORMAL';
  /** How long a write waits for another process's lock, in milliseconds. */
  busyTimeoutMs: number;
  /** The page cache, in KiB. */
  cacheKiB: number;
  /** The statements that create the tables of a new file. */
  tables: string;
}

/**
 * Opens a database file, and creates it with its tables if missing. Several processes can open it at the same
 * time. Throws `store-unavailable` if the folder cannot be written; the cause names it.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const path = join(options.dataDir, options.name);
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    restrictAccess(options.dataDir, path);
    file = new DatabaseSync(path, { timeout: options.busyTimeoutMs });
    file.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${options.synchronous};
      PRAGMA cache_size = -${options.cacheKiB};
      PRAGMA secure_delete = ON;
    `);
    file.function('index_terms', { deterministic: true }, (content) => indexTerms(String(content)));
    createTables(file, options.tables);
    return databaseOf(file);
  } catch (error) {
    file?.close();
    const cause = new Error(`The store ${path} cannot be opened for writing.`, { cause: error });
    throw new AppError('store-unavailable', {}, { cause });
  }
}

/**
 * Restricts the folder and its files to their owner. SQLite gives `-wal` and `-shm` the mode of the database
 * file, so that file is created first. A folder of another owner stays unchanged.
 */
function restrictAccess(folder: string, path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const [name, mode] of [
    [folder, 0o700],
    [path, 0o600],
    [`${path}-wal`, 0o600],
    [`${path}-shm`, 0o600],
  ] as const) {
    const found = statSync(name, { throwIfNoEntry: false });
    if (found && found.uid === process.getuid?.() && (found.mode & 0o777) !== mode) chmodSync(name, mode);
  }
}

/** The version of the tables; 0 is a new file. */
const TABLES_VERSION = 3;

function createTables(file: DatabaseSync, tables: string): void {
  file.exec('BEGIN IMMEDIATE');
  const version = Number(file.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === 0) file.exec(tables);
  else if (version !== TABLES_VERSION) throw new Error('Its tables were made by another release.');
  file.exec(`PRAGMA user_version = ${TABLES_VERSION}; COMMIT`);
}

function databaseOf(file: DatabaseSync): Database {
  const begin = file.prepare('BEGIN');
  const end = file.prepare('COMMIT');
  const { write, flush } = groupCommit(file);
  return {
    file,
    async read(work) {
      await letOthersRun();
      try {
        begin.run();
        try {
          return work();
        } finally {
          // Some disk failures end the transaction automatically.
          if (file.isTransaction) end.run();
        }
      } catch (error) {
        throw failureOf(error);
      }
    },
    write,
    close() {
      if (!file.isOpen) return;
      flush();
      file.close();
    },
  };
}
