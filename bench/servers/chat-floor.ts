import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { groupCommit } from '../../src/adapters/store/sqlite/group-commit.ts';
import { serve } from '../support/serve.ts';

// The minimum cost of an answer: bare node:http, and the same rows in two durable transactions with their
// index. It commits as the product does: writes of one turn of the event loop share a transaction.
const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const database = new DatabaseSync(join(dataDir, 'floor.db'));
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE sessions (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE messages (session TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL, content TEXT NOT NULL,
    PRIMARY KEY (session, seq)) STRICT;
  CREATE VIRTUAL TABLE search USING fts5(content);
`);
const putSession = database.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?)');
const putMessage = database.prepare('INSERT INTO messages VALUES (?, ?, ?, ?)');
const putSearch = database.prepare('INSERT INTO search VALUES (?)');
const ANSWER = 'Paste the script tag before the end of the body. The round button appears in the corner.';

const { write } = groupCommit(database);
const store = (session: string, seq: number, content: string) =>
  write(() => {
    putSession.run(session, JSON.stringify({ session, seq, updatedAt: new Date().toISOString() }));
    putMessage.run(session, seq, randomUUID(), content);
    putSearch.run(content);
  });

async function answer(text: string, response: ServerResponse): Promise<void> {
  const { message } = JSON.parse(text) as { message: string };
  const session = randomUUID();
  await store(session, 1, message);
  await store(session, 2, ANSWER);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ session, message, reply: ANSWER }));
}

serve(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(Buffer.concat(chunks).toString(), response));
  }),
);
