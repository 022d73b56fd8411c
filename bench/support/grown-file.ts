import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fill } from '../../scripts/seed/fill.ts';
import { week } from '../../scripts/seed/week.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { indexTerms } from '../../src/lib/search-text.ts';

/** How many conversations are written one by one; the others are copies of them. */
const WRITTEN = 1_000;
/** Copies of all written conversations in one transaction. */
const COPIES_AT_ONCE = 50;

/**
 * Fills a folder with conversations of the last seven days. Copies have their own ids, and the same rows,
 * index entries and terms as a written conversation. Bulk load: the journal is in memory, the terms of a text
 * are computed once, and indexes that are sorted by another key than the rows are built afterwards.
 */
export async function grownFile(dataDir: string, conversations: number, written = WRITTEN): Promise<void> {
  const store = sqliteStore({ dataDir, synchronous: 'NORMAL' });
  const first = Math.min(conversations, written);
  await fill(store.conversations, week({ conversations: first, days: 7, seed: 1, nowMs: Date.now() }));
  await store.close();
  const file = new DatabaseSync(join(dataDir, 'conversations.db'));
  file.exec(`
    PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -262144; PRAGMA temp_store = MEMORY`);
  file.function('index_terms', { deterministic: true }, (content) => indexTerms(String(content)));
  const copies = Math.ceil(conversations / first) - 1;
  if (copies > 0) withoutIndexes(file, () => copyAll(file, copies));
  // Merges what the copies left to merge, as it is where conversations come one by one.
  file.exec(`INSERT INTO message_text (message_text) VALUES ('optimize');
    PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL`);
  file.close();
}

/** Drops the indexes that have their own statement, and creates them again by the same statements. */
function withoutIndexes(file: DatabaseSync, work: () => void): void {
  const indexes = file
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql <> ''")
    .all();
  for (const { name } of indexes) file.exec(`DROP INDEX ${String(name)}`);
  work();
  for (const { sql } of indexes) file.exec(String(sql));
}

/** Copies every conversation so many times. */
function copyAll(file: DatabaseSync, copies: number): void {
  file.exec(`
    CREATE TEMP TABLE written AS SELECT * FROM session;
    CREATE TEMP TABLE faceted AS SELECT * FROM session_facet;
    CREATE TEMP TABLE said AS SELECT *, index_terms(content) AS terms FROM message;
    INSERT INTO message_text (message_text, rank) VALUES ('automerge', 0)`);
  const [sessions, messages] = ['session', 'message'].map((table) => span(file, table));
  const id = `printf('%08x', :copy) || substr(session_id, 9)`;
  const copySessions = file.prepare(`
    INSERT INTO session (pk, session_id, version, status, claimed_by, created_at, last_message_at, active_day, cost,
      queue_rank, facets, record, source_domain, closed_at)
    SELECT pk + :copy * ${sessions}, ${id}, version, status, claimed_by, created_at, last_message_at, active_day, cost,
      queue_rank, facets, json_set(record, '$.sessionId', ${id}), source_domain, closed_at
    FROM temp.written`);
  const copyFacets = file.prepare(`
    INSERT INTO session_facet (facet, created_at, session)
    SELECT facet, created_at, session + :copy * ${sessions} FROM temp.faceted`);
  const copyMessages = file.prepare(`
    INSERT INTO message (pk, session, seq, id, role, content, created_at, extras, usage, to_review)
    SELECT pk + :copy * ${messages}, session + :copy * ${sessions}, seq, id, role, content, created_at, extras, usage,
      to_review
    FROM temp.said`);
  const copyTerms = file.prepare(
    `INSERT INTO message_text (rowid, terms) SELECT pk + :copy * ${messages}, terms FROM temp.said`,
  );
  for (let copy = 1; copy <= copies; copy++) {
    if (copy % COPIES_AT_ONCE === 1) file.exec('BEGIN');
    for (const statement of [copySessions, copyFacets, copyMessages, copyTerms]) statement.run({ copy });
    if (copy % COPIES_AT_ONCE === 0 || copy === copies) file.exec('COMMIT');
  }
  // The default of FTS5.
  file.exec("INSERT INTO message_text (message_text, rank) VALUES ('automerge', 4)");
}

/** How far apart the keys of two copies of a row are. */
const span = (file: DatabaseSync, table: string) =>
  Number(file.prepare(`SELECT max(pk) AS pk FROM ${table}`).get()?.['pk']);
