import { sqliteStore, type SqliteStore } from '../../src/adapters/store/sqlite.ts';
import { dataFolder } from './data-folder.ts';

/** A store in a folder of its own, which is removed with it. */
export async function openSqlite(): Promise<SqliteStore> {
  const folder = await dataFolder();
  const store = sqliteStore(folder);
  return {
    ...store,
    async close() {
      await store.close();
      await folder.close();
    },
  };
}
