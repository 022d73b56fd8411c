import { conversationStoreContract } from '../contracts/conversation-store.contract.ts';
import { countersContract } from '../contracts/counters.contract.ts';
import { ledgerContract } from '../contracts/ledger.contract.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';

conversationStoreContract('Cosmos DB', openCosmos);
ledgerContract('Cosmos DB', openCosmos);
countersContract('Cosmos DB', openCosmos);
