import { conversationStoreContract } from '../contracts/conversation-store.contract.ts';
import { countersContract } from '../contracts/counters.contract.ts';
import { ledgerContract } from '../contracts/ledger.contract.ts';
import { openCosmos } from '../support/cosmos-store.ts';

conversationStoreContract('Cosmos DB', openCosmos);
ledgerContract('Cosmos DB', openCosmos);
// What is counted, not how fast on a busy machine.
const counterLimits = { requestMs: 20_000, operationMs: 20_000, attempts: 3 };
countersContract('Cosmos DB', () => openCosmos({ limits: counterLimits, counterLimits }));
