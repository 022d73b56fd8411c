import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../domain/errors.ts';
import { indexTerms } from '../../../domain/search-text.ts';
import { ask } from './failures.ts';
import { groupCommit, type GroupCommit } from './group-commit.ts';

/** A database file, and the two ways in which it is used. */
export interface Database {
  file: DatabaseSync;
  /** Does several reads on one state of the database. */
  read<T>(work: () => T): Promise<T>;
  write: GroupCommit['write'];
  /** Stores what waits, then ends. */
  close(): void;
}

export interface DatabaseOptions {
  dataDir: string;
  name: string;
  /** `FULL`: a commit survives the loss of power. `NORMAL`: the newest ones may be lost, the file stays whole. */
  synchronous: 'FULL' | 'NORMAL';
  /** How long a write waits for another process, in milliseconds. */
  busyTimeoutMs: number;
  /** Pages kept in memory, in KiB. */
  cacheKiB: number;
  /** Each brings the schema one version further; they are only ever added to. */
  migrations: readonly string[];
}

/**
 * Opens a database file, makes it where there is none and brings its schema up to date. Several processes may do so at
 * once. A folder that cannot be written is `store-unavailable`, with a cause that names it.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const path = join(options.dataDir, options.name);
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    keepPrivate(options.dataDir, path);
    file = new DatabaseSync(path, { timeout: options.busyTimeoutMs });
    file.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${options.synchronous};
      PRAGMA cache_size = -${options.cacheKiB};
      PRAGMA secure_delete = ON;
    `);
    file.function('index_terms', { deterministic: true }, (content) => indexTerms(String(content)));
    migrate(file, options.migrations);
    return usable(file);
  } catch (error) {
    file?.close();
    const cause = new Error(`The store ${path} cannot be opened for writing.`, { cause: error });
    throw new AppError('store-unavailable', {}, { cause });
  }
}

/**
 * The folder and the files for their owner alone, also those that an earlier release made. SQLite gives `-wal` and `-shm` the
 * mode of the database file, which is therefore there before it is opened. Another owner's folder is left as it is.
 */
function keepPrivate(folder: string, path: string): void {
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

function migrate(file: DatabaseSync, migrations: readonly string[]): void {
  file.exec('BEGIN IMMEDIATE');
  const version = Number(file.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > migrations.length) throw new Error('It was made by a newer release.');
  for (const statements of migrations.slice(version)) file.exec(statements);
  file.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
}

function usable(file: DatabaseSync): Database {
  const begin = file.prepare('BEGIN');
  const end = file.prepare('COMMIT');
  const { write, flush } = groupCommit(file);
  return {
    file,
    read: (work) =>
      ask(() => {
        begin.run();
        try {
          return work();
        } finally {
          // Some failures of the disk have ended the transaction already.
          if (file.isTransaction) end.run();
        }
      }),
    write,
    close() {
      if (!file.isOpen) return;
      flush();
      file.close();
    },
  };
}
