import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { endWithParent } from '../support/serve.ts';
import { storeOperations } from '../support/store-operations.ts';

// The operations of one store in a separate process: the CPU time of each, and the process's memory.
const ROUNDS = 40;
const { DATA_DIR = '' } = process.env;
endWithParent();

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const { conversations, close } = sqliteStore({ dataDir: DATA_DIR, synchronous: 'NORMAL' });
const times: Record<string, number> = {};
for (const [name, run] of storeOperations(conversations)) {
  for (let round = 0; round < ROUNDS / 4; round++) await run();
  const startedAt = cpuMs();
  for (let round = 0; round < ROUNDS; round++) await run();
  times[name] = (cpuMs() - startedAt) / ROUNDS;
}
await close();
process.send?.({ times, rssBytes: process.resourceUsage().maxRSS * 1024 }, () => process.disconnect());
