import { conversationStoreContract } from '../contracts/conversation-store.contract.ts';
import { countersContract } from '../contracts/counters.contract.ts';
import { ledgerContract } from '../contracts/ledger.contract.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

async function open() {
  const { conversations: store, ...others } = await openSqlite();
  return { store, ...others };
}

conversationStoreContract('SQLite', open);
ledgerContract('SQLite', open);
countersContract('SQLite', open);
