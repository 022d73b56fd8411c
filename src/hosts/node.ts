import { createServer, type IncomingMessage, type Server } from 'node:http';
import { clientIp } from '../http/client-ip.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { HttpReply, HttpRequest } from '../http/request.ts';
import type { Services } from '../compose.ts';
import { addressesOf, endpointFor, endpointsAt, paramsOf } from './addresses.ts';
import { fromIncoming, type IncomingRequest } from './incoming.ts';
import { notFound, routerOf } from './routing.ts';
import { sendReply } from './send-reply.ts';

interface NodeHostOptions<S> {
  endpoints: readonly Endpoint<S>[];
  services: S;
  trustedProxyHops: number;
}

/** Serves the endpoints with `node:http`. */
export function nodeHost<S extends Pick<Services, 'random'>>({
  endpoints,
  services,
  trustedProxyHops,
}: NodeHostOptions<S>): Server {
  const route = routerOf(
    addressesOf(endpoints).map((address) => ({ ...address, endpoints: endpointsAt(address, endpoints) })),
  );

  async function replyTo(incoming: IncomingMessage): Promise<HttpReply> {
    const request = fromIncoming(incoming);
    const address = route(request);
    const params = address && paramsOf(address, request.path);
    const endpoint = address && endpointFor(address.endpoints, request);
    if (!params || !endpoint) return notFound(request, () => services.random.uuid());
    if (request.method === 'OPTIONS' && endpoint.preflight) return endpoint.preflight(request, services);
    const caller = callerOf(request, incoming, trustedProxyHops);
    return await endpoint.run({ ...request, ...caller, params }, services);
  }

  const server = createServer({ shouldUpgradeCallback: isWebSocket }, (incoming, outgoing) => {
    replyTo(incoming)
      .then((reply) => sendReply(reply, outgoing))
      .catch((error: unknown) => {
        // The core maps all its errors, so an error here is a broken connection.
        outgoing.destroy(error instanceof Error ? error : undefined);
      });
  });
  /** Other upgrades, such as offers of HTTP/2, are ignored (RFC 9110 §7.8). */
  function isWebSocket({ headers }: IncomingMessage): boolean {
    return headers.upgrade?.toLowerCase() === 'websocket' && server.listenerCount('upgrade') > 0;
  }
  return server;
}

/**
 * The caller's IP and the host name: from the outermost trusted proxy, or from the connection if no proxy is
 * trusted.
 */
function callerOf(
  { header }: IncomingRequest,
  { socket }: IncomingMessage,
  hops: number,
): Pick<HttpRequest, 'serviceOrigin' | 'clientIp'> {
  const proxied = (name: string) => {
    const entries = hops > 0 ? (header(name)?.split(',') ?? []) : [];
    return (entries.at(-hops) ?? entries[0])?.trim();
  };
  const host = proxied('x-forwarded-host') ?? header('host') ?? 'localhost';
  return {
    serviceOrigin: `${proxied('x-forwarded-proto') ?? 'http'}://${host}`,
    clientIp: clientIp(header('x-forwarded-for'), hops, socket.remoteAddress ?? ''),
  };
}
