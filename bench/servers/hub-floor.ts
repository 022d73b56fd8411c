import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WebSocketServer, type WebSocket } from 'ws';
import { serve } from '../support/serve.ts';

// The minimum cost of a hub: a POST to /to/{name} is forwarded unchanged to the socket that connected as
// /{name}. With DURABLE=true it is first written to disk, as one row.
const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const database = new DatabaseSync(join(dataDir, 'floor.db'));
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE messages (content TEXT) STRICT',
);
const put = database.prepare('INSERT INTO messages VALUES (?)');
const durable = process.env['DURABLE'] === 'true';

const sockets = new Map<string, WebSocket>();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const message = Buffer.concat(chunks).toString();
    if (durable) put.run(message);
    sockets.get(request.url?.slice('/to'.length) ?? '')?.send(message);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
const hub = new WebSocketServer({ server, perMessageDeflate: false });
hub.on('connection', (socket, request) => sockets.set(request.url ?? '', socket));
serve(server);
