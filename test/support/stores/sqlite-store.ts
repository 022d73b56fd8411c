import {
  sqliteStore,
  type SqliteStore,
  type SqliteStoreOptions,
} from '../../../src/adapters/store/sqlite.ts';
import { dataFolder } from '../files/data-folder.ts';

/** A store in a temporary folder, which is removed when the store is closed. */
export async function openSqlite(options?: Omit<SqliteStoreOptions, 'dataDir'>): Promise<SqliteStore> {
  const folder = await dataFolder();
  const store = sqliteStore({ ...folder, ...options });
  return {
    ...store,
    async close() {
      await store.close();
      await folder.close();
    },
  };
}
