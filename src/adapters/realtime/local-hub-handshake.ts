import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RELIABLE_SUBPROTOCOL, SUBPROTOCOLS } from './local-hub-protocol.ts';
import type { HubTokens, VerifiedGrant } from './local-hub-tokens.ts';

/** The parameters of an accepted upgrade request, or the status of a refused one. */
export type HandshakeResult =
  | { kind: 'connect'; grant: VerifiedGrant; isReliable: boolean }
  | { kind: 'recover'; connectionId: string; reconnectionToken: string }
  | { kind: 'refuse'; status: 400 | 401 | 404 };

/**
 * Decides on an upgrade request as Web PubSub does. An unknown path is 404. Only unknown subprotocols are
 * 400; without a subprotocol the client is a simple client. A connection id requests recovery, regardless of
 * other parameters. Otherwise a missing or invalid token is 401.
 */
export async function handshake(
  request: IncomingMessage,
  path: string,
  tokens: HubTokens,
): Promise<HandshakeResult> {
  const [requestPath = '', search = ''] = (request.url ?? '').split('?', 2);
  if (requestPath !== path) return { kind: 'refuse', status: 404 };
  const offered = offeredSubprotocols(request);
  const subprotocol = chooseSubprotocol(offered);
  if (offered.length > 0 && !subprotocol) return { kind: 'refuse', status: 400 };
  const query = new URLSearchParams(search);
  const connectionId = query.get('awps_connection_id') ?? '';
  if (connectionId !== '') {
    return { kind: 'recover', connectionId, reconnectionToken: query.get('awps_reconnection_token') ?? '' };
  }
  const token = query.get('access_token') ?? bearerToken(request);
  const grant = token === undefined ? undefined : await tokens.verify(token);
  return grant
    ? { kind: 'connect', grant, isReliable: subprotocol === RELIABLE_SUBPROTOCOL }
    : { kind: 'refuse', status: 401 };
}

/** The first offered subprotocol that the hub supports; undefined if it supports none. */
export function chooseSubprotocol(offered: Iterable<string>): string | undefined {
  return [...offered].find((name) => SUBPROTOCOLS.has(name));
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

/** Answers an upgrade request with a status, and ends its socket. */
export function refuse(socket: Duplex, status: number): void {
  const reason = STATUS_CODES[status] ?? '';
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
