import { createServer } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { serve } from '../support/serve.ts';

// The least that a hub can do: a POST to /to/{name} goes, as it is, to the one socket that connected as /{name}.
const sockets = new Map<string, WebSocket>();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    sockets.get(request.url?.slice('/to'.length) ?? '')?.send(Buffer.concat(chunks).toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
const hub = new WebSocketServer({ server, perMessageDeflate: false });
hub.on('connection', (socket, request) => sockets.set(request.url ?? '', socket));
serve(server);
