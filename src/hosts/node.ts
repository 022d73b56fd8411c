import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { addRoute, createRouter, findRoute } from 'rou3';
import { clientIp } from '../http/client-ip.ts';
import { setCookieHeader } from '../http/cookie.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { errorReply } from '../http/errors.ts';
import { preflight } from '../http/cors.ts';
import type { HttpReply, HttpRequest } from '../http/request.ts';
import { AppError } from '../domain/errors.ts';
import type { Services } from '../services/services.ts';

export interface NodeHostOptions {
  endpoints: readonly Endpoint[];
  services: Services;
  trustedProxyHops: number;
}

/** The endpoints on `node:http`: what the platform's routing, preflight and front end do in the cloud is done here. */
export function nodeHost({ endpoints, services, trustedProxyHops }: NodeHostOptions): Server {
  const router = createRouter<Endpoint>();
  for (const endpoint of endpoints) {
    addRoute(router, endpoint.method, `/api/${endpoint.route.replaceAll(/\{(\w+)\}/g, ':$1')}`, endpoint);
  }

  async function answer(incoming: IncomingMessage): Promise<HttpReply> {
    const { path, query } = split(incoming.url ?? '/');
    const method = incoming.method ?? 'GET';
    const request = toRequest(incoming, path, query, trustedProxyHops);
    if (method === 'OPTIONS') {
      const asked = request.header('access-control-request-method') ?? 'POST';
      const target = findRoute(router, asked, path)?.data;
      if (target?.gate === 'visitor') return preflight(services.allowlist, request, target.method);
    }
    const found = findRoute(router, method, path);
    const params = decoded(found?.params);
    if (!found || !params) return notFound();
    return await found.data.run({ ...request, params }, services);
  }

  return createServer((incoming, outgoing) => {
    answer(incoming)
      .then((reply) => send(reply, outgoing))
      .catch((error: unknown) => {
        // The core has mapped every error of its own; what arrives here is a broken connection.
        outgoing.destroy(error instanceof Error ? error : undefined);
      });
  });
}

function notFound(): HttpReply {
  const { status, headers, body } = errorReply(new AppError('not-found'));
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { status, headers: { ...common, ...headers }, ...(body !== undefined && { body }) };
}

function split(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?');
  return mark === -1
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
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

function toRequest(
  incoming: IncomingMessage,
  path: string,
  query: URLSearchParams,
  trustedProxyHops: number,
): HttpRequest {
  const header = (name: string) => {
    const value = incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const forwardedProto =
    trustedProxyHops > 0 ? header('x-forwarded-proto')?.split(',')[0]?.trim() : undefined;
  let bytes: Promise<Uint8Array | 'too-large'> | undefined;
  return {
    method: incoming.method ?? 'GET',
    path,
    query,
    params: {},
    serviceOrigin: `${forwardedProto ?? 'http'}://${header('host') ?? 'localhost'}`,
    clientIp: clientIp(header('x-forwarded-for'), trustedProxyHops, incoming.socket.remoteAddress ?? ''),
    header,
    body: (limitBytes) => (bytes ??= readBody(incoming, limitBytes)),
  };
}

function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Uint8Array | 'too-large'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) chunks.push(chunk);
      else {
        // The rest is read and dropped, so that the client gets the answer instead of a reset.
        chunks.length = 0;
        resolve('too-large');
      }
    });
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    // A client that went away in the middle hears no answer; what came of its body is not a body.
    incoming.on('error', () => resolve(new Uint8Array()));
  });
}

async function send(reply: HttpReply, outgoing: ServerResponse): Promise<void> {
  const { status, headers, cookies = [], body } = reply;
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies.map(setCookieHeader));
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    outgoing.writeHead(status, {
      ...headers,
      'content-length': body === undefined ? 0 : Buffer.byteLength(body),
    });
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(status, headers);
  outgoing.flushHeaders();
  for await (const piece of body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}
