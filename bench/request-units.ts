import { measureRequestUnits } from '../test/support/request-units.ts';
import { figure } from './support/report.ts';

// Request units of Cosmos DB for the most frequent operations, by the documented charges; the session's
// document has 4 KB.
for (const { operation, requests, units } of await measureRequestUnits()) {
  figure(operation, `${units.toFixed(1)} RU, ${requests.length} requests (${requests.join(', ')})`);
}
