/**
 * A process that shares one data folder with others: `node store-process.ts <dataDir> count <key> <times>` or
 * `… append <sessionId> <times>`. Prints what it got as one line of JSON.
 */
import { randomUUID } from 'node:crypto';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { appendRetrying } from '../support/stores/append-retrying.ts';

const [dataDir = '', task, subject = '', times = '0'] = process.argv.slice(2);
const { conversations, counters, close } = sqliteStore({ dataDir });
const nowMs = Date.parse('2026-11-20T17:24:00.000Z');

const results = [];
for (let n = 0; n < Number(times); n++) {
  if (task === 'count') {
    const [state] = await counters.hit([subject], 60_000, nowMs);
    results.push(state?.count);
  } else {
    const draft = { id: randomUUID(), role: 'visitor', content: `${process.pid} ${n}` } as const;
    results.push(await appendRetrying(conversations, subject, draft));
  }
}
process.stdout.write(JSON.stringify(results));
await close();
