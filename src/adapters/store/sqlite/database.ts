import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../domain/errors.ts';

/** A database file, and the one way in which it is changed. */
export interface Database {
  file: DatabaseSync;
  /** Runs work under the write lock; what it did is undone where it throws or where `keep` says no. */
  write<T>(work: () => T, keep?: (result: T) => boolean): T;
  /** Runs several reads on one state of the database. */
  read<T>(work: () => T): T;
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
    file = new DatabaseSync(path, { timeout: options.busyTimeoutMs });
    file.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${options.synchronous};
      PRAGMA cache_size = -${options.cacheKiB};
      PRAGMA secure_delete = ON;
    `);
    const database = transactional(file);
    migrate(database, options.migrations);
    return database;
  } catch (error) {
    file?.close();
    const cause = new Error(`The store ${path} cannot be opened for writing.`, { cause: error });
    throw new AppError('store-unavailable', {}, { cause });
  }
}

function transactional(file: DatabaseSync): Database {
  const begin = file.prepare('BEGIN');
  const beginWriting = file.prepare('BEGIN IMMEDIATE');
  const commit = file.prepare('COMMIT');
  const rollback = file.prepare('ROLLBACK');

  function run<T>(work: () => T, keep: (result: T) => boolean): T {
    try {
      const result = work();
      (keep(result) ? commit : rollback).run();
      return result;
    } catch (error) {
      // Some failures of the disk have ended the transaction already.
      if (file.isTransaction) rollback.run();
      throw error;
    }
  }

  return {
    file,
    write(work, keep = () => true) {
      beginWriting.run();
      return run(work, keep);
    },
    read(work) {
      begin.run();
      return run(work, () => true);
    },
    close() {
      if (file.isOpen) file.close();
    },
  };
}

function migrate({ file, write }: Database, migrations: readonly string[]): void {
  write(() => {
    const version = Number(file.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > migrations.length) throw new Error('The store was made by a newer release.');
    for (const statements of migrations.slice(version)) file.exec(statements);
    file.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}
