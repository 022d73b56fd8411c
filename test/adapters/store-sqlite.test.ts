import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { conversationStoreContract } from '../contracts/conversation-store.contract.ts';
import { countersContract } from '../contracts/counters.contract.ts';
import { ledgerContract } from '../contracts/ledger.contract.ts';
import { dataFolder } from '../support/data-folder.ts';

async function open() {
  const { dataDir, remove } = await dataFolder();
  const { conversations: store, ledger, counters, close } = sqliteStore({ dataDir });
  return {
    store,
    ledger,
    counters,
    async close() {
      await close();
      await remove();
    },
  };
}

conversationStoreContract('SQLite', open);
ledgerContract('SQLite', open);
countersContract('SQLite', open);
