import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fill } from '../../scripts/seed/fill.ts';
import { week } from '../../scripts/seed/week.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { indexTerms } from '../../src/domain/search-text.ts';

/** How many conversations are written one by one; the others are copies of them. */
const WRITTEN = 1_000;

/**
 * Fills a folder with conversations of the last seven days. Copies have ids of their own, and every row,
 * index entry and term that a written one has.
 */
export async function grownFile(dataDir: string, conversations: number): Promise<void> {
  const store = sqliteStore({ dataDir, synchronous: 'NORMAL' });
  const written = Math.min(conversations, WRITTEN);
  await fill(store.conversations, week({ conversations: written, days: 7, seed: 1, nowMs: Date.now() }));
  await store.close();
  const file = new DatabaseSync(join(dataDir, 'conversations.db'));
  file.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144');
  file.function('index_terms', { deterministic: true }, (content) => indexTerms(String(content)));
  for (let copy = 1; copy < conversations / WRITTEN; copy++) copyAll(file, copy);
  // Merges what the copies left to merge, as it is where conversations come one by one.
  file.exec("INSERT INTO message_text (message_text) VALUES ('optimize')");
  file.close();
}

function copyAll(file: DatabaseSync, copy: number): void {
  const last = (table: string) =>
    Number(file.prepare(`SELECT max(pk) AS pk FROM ${table}`).get()?.['pk'] ?? 0);
  const id = `printf('%08x', ${copy}) || substr(session_id, 9)`;
  const offset = last('session');
  const [messages, first] = [
    last('message'),
    Number(file.prepare('SELECT min(pk) AS pk FROM session').get()?.['pk']),
  ];
  file.exec(`
    BEGIN;
    INSERT INTO session (pk, session_id, version, status, claimed_by, created_at, last_message_at, active_day, cost,
      queue_rank, record, source_domain, closed_at)
    SELECT pk + ${offset}, ${id}, version, status, claimed_by, created_at, last_message_at, active_day, cost,
      queue_rank, json_set(record, '$.sessionId', ${id}), source_domain, closed_at
    FROM session WHERE pk < ${first + WRITTEN};
    INSERT INTO message (session, seq, id, role, content, created_at, extras, usage, unanswered)
    SELECT session + ${offset}, seq, id, role, content, created_at, extras, usage, unanswered
    FROM message WHERE session < ${first + WRITTEN} ORDER BY pk;
    INSERT INTO message_text (rowid, terms) SELECT pk, index_terms(content) FROM message WHERE pk > ${messages};
    COMMIT`);
}
