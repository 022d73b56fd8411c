import {
  sqliteStore,
  type SqliteStore,
  type SqliteStoreOptions,
} from '../../../src/adapters/store/sqlite.ts';
import { dataFolder } from '../files/data-folder.ts';

/** A store in a separate folder, which is removed with it. */
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
