import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { addRoute, createRouter, findRoute } from 'rou3';
import { AppError } from '../domain/errors.ts';
import { clientIp } from '../http/client-ip.ts';
import { setCookieHeader } from '../http/cookie.ts';
import type { PushedText } from '../http/pushed-text.ts';
import { commonHeaders, type Endpoint } from '../http/endpoint.ts';
import { endpointPath } from '../http/endpoint-path.ts';
import { errorReply } from '../http/errors.ts';
import type { HttpReply, HttpRequest } from '../http/request.ts';
import type { Services } from '../services/platform/services.ts';
import { discard, fromIncoming, splitUrl, whileListening, type IncomingRequest } from './incoming.ts';

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

/** Writes a text as it is pushed; Node sends all that is written in one tick with one system call. */
function push(text: PushedText, outgoing: ServerResponse): void {
  const pushing = text.sendTo({
    write: (piece) => void outgoing.write(piece),
    isReady: () => !outgoing.writableNeedDrain && !outgoing.destroyed,
    end: () => void outgoing.end(),
  });
  outgoing.on('drain', pushing.resume).once('close', pushing.stop);
  // A client that left before gets no further event.
  if (outgoing.destroyed) pushing.stop();
}

async function send(
  { status, headers, cookies = [], body }: HttpReply,
  outgoing: ServerResponse,
): Promise<void> {
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies.map(setCookieHeader));
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    outgoing.writeHead(
      status,
      status === 204 || status === 304 ? headers : { ...headers, 'content-length': length },
    );
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(status, headers);
  outgoing.flushHeaders();
  if (outgoing.req.method === 'HEAD') {
    discard(body);
    outgoing.end();
    return;
  }
  if ('sendTo' in body) {
    push(body, outgoing);
    return;
  }
  for await (const piece of whileListening(body, outgoing)) outgoing.write(piece);
  outgoing.end();
}
