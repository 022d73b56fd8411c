import { readFileSync } from 'node:fs';
import { CosmosClient } from '@azure/cosmos';
import { cosmosStore } from '../../src/adapters/store/cosmos.ts';
import { conversationStoreContract } from '../contracts/conversation-store.contract.ts';
import { countersContract } from '../contracts/counters.contract.ts';
import { ledgerContract } from '../contracts/ledger.contract.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';

/** The emulator's address, and the key that every emulator has (Microsoft, "Emulator authentication"). */
const ENDPOINT = 'http://localhost:8081';
const KEY = 'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';

const containers = JSON.parse(
  readFileSync(new URL('../../infra/containers.json', import.meta.url), 'utf8'),
) as { id: string }[];

/** A store in a new database of the emulator, with the containers that the deployment makes. */
async function open() {
  const client = new CosmosClient({ endpoint: ENDPOINT, key: KEY });
  const { database } = await client.databases.create({ id: realRandom.uuid() });
  for (const container of containers) await database.containers.create(container);
  const telemetry = recordingTelemetry();
  const limits = { requestMs: 30_000, operationMs: 30_000, attempts: 5 };
  const opened = cosmosStore({
    ...{ endpoint: ENDPOINT, database: database.id, access: { key: KEY } },
    ...{ clock: realClock, random: realRandom, telemetry, limits, counterLimits: limits },
  });
  const { conversations: store, ledger, counters } = opened;
  return {
    ...{ store, ledger, counters, telemetry },
    async close() {
      await opened.close();
      await database.delete();
      client.dispose();
    },
  };
}

conversationStoreContract('the emulator of Cosmos DB', open);
ledgerContract('the emulator of Cosmos DB', open);
countersContract('the emulator of Cosmos DB', open);
