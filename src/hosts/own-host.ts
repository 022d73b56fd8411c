import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../core/errors.ts';
import { commonHeaders, requestIdOf } from '../http/common-headers.ts';
import { errorReply } from '../http/errors.ts';
import { fromIncoming } from './incoming.ts';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Converts a request target in absolute form to origin form, and replaces the Host header accordingly (RFC
 * 9112 §3.2.2).
 */
function toOriginForm(incoming: IncomingMessage): void {
  const absolute = /^https?:\/\/(?<authority>[^/?#]*)(?<rest>(?:[/?#].*)?)$/i.exec(
    incoming.url ?? '',
  )?.groups;
  if (!absolute) return;
  const { authority = '', rest = '' } = absolute;
  incoming.headers.host = authority;
  incoming.url = rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Whether a Host header names the local server. This prevents DNS rebinding, in which another site's name
 * resolves to this machine. `bound`: the address that the server listens on.
 */
export function isOwnHost(
  header: string | undefined,
  { port, bound, publicHosts }: { port: number; bound: string; publicHosts: readonly string[] },
): boolean {
  const host = header?.toLowerCase() ?? '';
  if (publicHosts.includes(host)) return true;
  const names = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    bound.includes(':') ? `[${bound}]` : bound,
    ...publicHosts,
  ];
  return names.some((name) => host === `${name.toLowerCase()}:${port}` || (port === 80 && host === name));
}

/**
 * Refuses requests and upgrades with an unknown Host header, with 421 (RFC 9110 §15.5.20), against DNS
 * rebinding. Call it after all listeners were added to the server.
 */
export function refuseOtherHosts(
  server: Server,
  { bound, publicHosts, uuid }: { bound: string; publicHosts: readonly string[]; uuid: () => string },
): void {
  const isOwn = ({ headers, socket }: IncomingMessage) =>
    isOwnHost(headers.host, { port: socket.localPort ?? 0, bound, publicHosts });
  const { reply } = errorReply(new AppError('misdirected-request'));
  const headersFor = (incoming: IncomingMessage) => ({
    ...commonHeaders(requestIdOf(fromIncoming(incoming), uuid)),
    ...reply.headers,
    connection: 'close',
  });

  for (const listener of server.listeners('request') as RequestListener[]) {
    server.off('request', listener).on('request', (incoming, outgoing) => {
      toOriginForm(incoming);
      if (isOwn(incoming)) listener(incoming, outgoing);
      else outgoing.writeHead(reply.status, headersFor(incoming)).end(reply.body);
    });
  }
  for (const listener of server.listeners('upgrade') as UpgradeListener[]) {
    server.off('upgrade', listener).on('upgrade', (incoming, socket, head) => {
      toOriginForm(incoming);
      if (isOwn(incoming)) listener(incoming, socket, head);
      else socket.end(`HTTP/1.1 ${reply.status} Misdirected Request\r\nconnection: close\r\n\r\n`);
    });
  }
}
