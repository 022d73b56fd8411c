import type { ServerResponse } from 'node:http';
import type { HttpResponseInit } from '@azure/functions';
import { AppError } from '../domain/errors.ts';
import { errorReply } from '../http/errors.ts';
import { MAX_BODY_BYTES } from '../http/body.ts';
import { clientIp } from '../http/client-ip.ts';
import { ownOrigin } from '../http/own-origin.ts';
import { receivedForwardedFor } from '../http/received-headers.ts';
import { isForPerson, type HttpReply, type HttpRequest } from '../http/request.ts';
import type { EndpointDeclaration, Started } from './azure.ts';
import type { Exchange } from './azure-pairing.ts';
import { discard, fromIncoming, whileListening, type IncomingRequest } from './incoming.ts';

/** One invocation of an endpoint's function. */
export interface Invocation<S> {
  /** Undefined on a platform that runs functions without its HTTP proxy; such a call cannot be answered. */
  exchange: Exchange | undefined;
  /** The request's headers as the platform reports them. */
  received: ReadonlyMap<string, string> | undefined;
  /** Route parameters by name, among others. */
  params: Record<string, string>;
  startOnce: () => Promise<Started<S>>;
}

/**
 * Answers an invocation. It never throws: a handler that throws leaves its client waiting until the
 * platform's time-out.
 */
export async function answer<S>(
  place: EndpointDeclaration,
  { exchange, received, params, startOnce }: Invocation<S>,
): Promise<HttpResponseInit> {
  try {
    if (!exchange) throw new Error('The HTTP exchange of this invocation is unknown.');
    const { endpoints, services, trustedProxyHops, hosts } = await startOnce();
    const endpoint = endpoints.find(({ name }) => name === place.name);
    if (!endpoint) throw new AppError('not-found');
    const { method } = exchange.incoming;
    const incoming = fromIncoming(exchange.incoming);
    if (method === 'OPTIONS' && endpoint.preflight) {
      return toResponse(endpoint.preflight(incoming, services), undefined);
    }
    const request: HttpRequest = {
      ...incoming,
      params: routeParams(place, params),
      // The functions host puts the `Host` header that it received here.
      serviceOrigin: ownOrigin(incoming.header('x-forwarded-host'), hosts),
      clientIp: await callerIp(incoming, endpoint.blockBytes, received, trustedProxyHops),
    };
    const reply = await endpoint.run(request, services);
    return toResponse(method === 'HEAD' ? withoutBody(reply) : reply, exchange.outgoing);
  } catch (error) {
    return toResponse(await notStarted(place, error, exchange), undefined);
  }
}

function withoutBody({ body, ...reply }: HttpReply): HttpReply {
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)) discard(body);
  return reply;
}

/** The client's IP address where the platform's report of it can be trusted. */
async function callerIp(
  request: IncomingRequest,
  blockBytes: number | undefined,
  received: ReadonlyMap<string, string> | undefined,
  trustedProxyHops: number,
): Promise<string | undefined> {
  const hasBody = Number(request.header('content-length') ?? 0) > 0 || request.header('transfer-encoding');
  const body = hasBody ? await request.body(blockBytes ?? MAX_BODY_BYTES) : new Uint8Array();
  const forwardedFor = receivedForwardedFor({ ...request, body, received });
  if (forwardedFor === undefined || trustedProxyHops === 0) return undefined;
  return clientIp(forwardedFor, trustedProxyHops, '');
}

/** Only the parameters of the route: the platform mixes query values and body members in. */
function routeParams({ route }: EndpointDeclaration, params: Record<string, string>): Record<string, string> {
  const names = Array.from(route.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, params[name] ?? '']));
}

/** The error in the form for its caller: a page for a browser, but health is for programs. */
async function notStarted(
  { name }: EndpointDeclaration,
  error: unknown,
  exchange: Exchange | undefined,
): Promise<HttpReply> {
  const isHealth = name === 'health';
  if (!isHealth && exchange && isForPerson(fromIncoming(exchange.incoming))) {
    const { startErrorPage } = await import('../http/error-page.ts');
    return startErrorPage(error);
  }
  const { reply } = errorReply(error);
  if (!isHealth || typeof reply.body !== 'string') return reply;
  return { ...reply, body: JSON.stringify({ ok: false, ...JSON.parse(reply.body) }) };
}

function toResponse(
  { status, headers, cookies = [], body }: HttpReply,
  outgoing: ServerResponse | undefined,
): HttpResponseInit {
  return {
    status,
    headers,
    cookies: cookies.map(({ name, value, maxAgeSeconds, secure }) => ({
      name,
      value,
      maxAge: maxAgeSeconds,
      secure,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/api',
    })),
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : bytes(body, outgoing),
    }),
  };
}

/**
 * The chunks of a body. An error in the source closes the connection: the library would leave its client
 * waiting.
 */
async function* bytes(
  body: AsyncIterable<string>,
  outgoing: ServerResponse | undefined,
): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for await (const piece of outgoing ? whileListening(body, outgoing) : body) yield encoder.encode(piece);
  } catch (error) {
    outgoing?.destroy(error instanceof Error ? error : undefined);
  }
}
