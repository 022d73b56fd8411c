import { createServer, type IncomingMessage, type Server } from 'node:http';
import { addRoute, createRouter, findRoute } from 'rou3';
import { AppError } from '../domain/errors.ts';
import { clientIp } from '../http/client-ip.ts';
import { commonHeaders, type Endpoint } from '../http/endpoint.ts';
import { endpointPath } from '../http/endpoint-path.ts';
import { errorReply } from '../http/errors.ts';
import type { HttpReply, HttpRequest } from '../http/request.ts';
import type { Services } from '../services/platform/services.ts';
import { fromIncoming, splitUrl, type IncomingRequest } from './incoming.ts';
import { send } from './send.ts';

export interface NodeHostOptions<S> {
  endpoints: readonly Endpoint<S>[];
  services: S;
  trustedProxyHops: number;
}

/** The endpoints on `node:http`: routing, preflight and host names, which the platform does in the cloud. */
export function nodeHost<S extends Pick<Services, 'random'>>({
  endpoints,
  services,
  trustedProxyHops,
}: NodeHostOptions<S>): Server {
  const router = createRouter<Endpoint<S>>();
  for (const endpoint of endpoints) {
    addRoute(router, endpoint.method, endpointPath(endpoint).replaceAll(/\{(\w+)\}/g, ':$1'), endpoint);
  }

  async function answer(incoming: IncomingMessage): Promise<HttpReply> {
    const { path } = splitUrl(incoming.url ?? '/');
    const method = incoming.method ?? 'GET';
    if (method === 'OPTIONS') {
      const asked = incoming.headers['access-control-request-method'] ?? 'POST';
      const target = findRoute(router, asked, path)?.data;
      if (target?.preflight) return target.preflight(fromIncoming(incoming), services);
    }
    const found = findRoute(router, method === 'HEAD' ? 'GET' : method, path);
    const params = decoded(found?.params);
    if (!found || !params) return notFound(services.random.uuid());
    const request = fromIncoming(incoming);
    const caller = callerOf(request, incoming, trustedProxyHops);
    return await found.data.run({ ...request, ...caller, params }, services);
  }

  return createServer((incoming, outgoing) => {
    answer(incoming)
      .then((reply) => send(reply, outgoing))
      .catch((error: unknown) => {
        // The core has mapped all its own errors; an error here is a broken connection.
        outgoing.destroy(error instanceof Error ? error : undefined);
      });
  });
}

/**
 * The caller's IP and the host name: from the outermost trusted proxy, or from the connection where none is
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

function notFound(requestId: string): HttpReply {
  const { reply } = errorReply(new AppError('not-found'));
  return { ...reply, headers: { ...commonHeaders(requestId.replaceAll('-', '')), ...reply.headers } };
}

/** Undefined where a parameter is not valid percent-encoding. */
function decoded(params: Record<string, string> | undefined): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(params ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
