import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { SUBPROTOCOL } from './local-hub-protocol.ts';
import type { Grant, HubTokens } from './local-hub-tokens.ts';

/** A request that may become a connection, or the status that refuses it. */
export type Admission = { ok: true; grant: Grant } | { ok: false; status: 400 | 401 | 404 };

/**
 * Decides on an upgrade request as Web PubSub does: another path is 404; a client that offers only subprotocols that the
 * hub does not speak is 400, one that offers none is a simple client; a missing or bad token is 401.
 */
export async function admit(request: IncomingMessage, path: string, tokens: HubTokens): Promise<Admission> {
  const [requestPath = '', query = ''] = (request.url ?? '').split('?', 2);
  if (requestPath !== path) return { ok: false, status: 404 };
  const offered = offeredSubprotocols(request);
  if (offered.length > 0 && !offered.includes(SUBPROTOCOL)) return { ok: false, status: 400 };
  const token = new URLSearchParams(query).get('access_token') ?? bearerToken(request);
  const grant = token === undefined ? undefined : await tokens.verify(token);
  return grant ? { ok: true, grant } : { ok: false, status: 401 };
}

function offeredSubprotocols(request: IncomingMessage): string[] {
  const header = request.headers['sec-websocket-protocol'] ?? '';
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function bearerToken(request: IncomingMessage): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Answers an upgrade request with a status and nothing else, and ends its socket. */
export function refuse(socket: Duplex, status: number): void {
  const reason = STATUS_CODES[status] ?? '';
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
