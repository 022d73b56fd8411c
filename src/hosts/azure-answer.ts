import { AppError } from '../domain/errors.ts';
import { errorReply } from '../http/errors.ts';
import { MAX_BODY_BYTES } from '../http/body.ts';
import { clientIp } from '../http/client-ip.ts';
import { ownOrigin } from '../http/cross-origin.ts';
import { receivedForwardedFor } from '../http/received-headers.ts';
import { isForPerson, type HttpReply, type HttpRequest } from '../http/request.ts';
import type { EndpointDeclaration, Started } from './azure.ts';
import type { Exchange } from './azure-pairing.ts';
import { fromIncoming, type IncomingRequest } from './incoming.ts';
import { send } from './send.ts';

/** One invocation of an endpoint's function. */
export interface Invocation<S> {
  exchange: Exchange;
  /** The request's headers as the platform reports them. */
  received: ReadonlyMap<string, string> | undefined;
  /** Route parameters by name, among others. */
  params: Record<string, string>;
  startOnce: () => Promise<Started<S>>;
}

/**
 * Answers an invocation on the worker's own response. Resolves when all is written. It never throws: a
 * failure after the first byte closes the connection.
 */
export async function answer<S>(place: EndpointDeclaration, invocation: Invocation<S>): Promise<void> {
  const { incoming, outgoing } = invocation.exchange;
  try {
    let reply: HttpReply;
    try {
      reply = await replyTo(place, invocation);
    } catch (error) {
      reply = await notStarted(place, error, incoming);
    }
    await send(reply, outgoing);
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}

async function replyTo<S>(
  place: EndpointDeclaration,
  { exchange, received, params, startOnce }: Invocation<S>,
): Promise<HttpReply> {
  const { endpointsOf, services, trustedProxyHops, hosts } = await startOnce();
  const endpoints = await endpointsOf(place);
  const endpoint = endpoints.find(({ name }) => name === place.name);
  if (!endpoint) throw new AppError('not-found');
  const incoming = fromIncoming(exchange.incoming);
  if (exchange.incoming.method === 'OPTIONS') {
    // One function gets the preflights of all endpoints of its route (`methodsOf`).
    const asked = incoming.header('access-control-request-method');
    const target = endpoints.find(({ route, method }) => route === place.route && method === asked);
    const { preflight } = target ?? endpoint;
    if (preflight) return preflight(incoming, services);
  }
  const request: HttpRequest = {
    ...incoming,
    params: routeParams(place, params),
    // The functions host puts the `Host` header that it received here.
    serviceOrigin: ownOrigin(incoming.header('x-forwarded-host'), hosts),
    clientIp: await callerIp(incoming, endpoint.blockBytes, received, trustedProxyHops),
  };
  return await endpoint.run(request, services);
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
  if (!route.includes('{')) return {};
  const names = Array.from(route.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, params[name] ?? '']));
}

/** The error in the form for its caller: a page for a browser, but health is for programs. */
async function notStarted(
  { name }: EndpointDeclaration,
  error: unknown,
  incoming: Exchange['incoming'],
): Promise<HttpReply> {
  const isHealth = name === 'health';
  if (!isHealth && isForPerson(fromIncoming(incoming))) {
    const { startErrorPage } = await import('../http/error-page.ts');
    return startErrorPage(error);
  }
  const { reply } = errorReply(error);
  if (!isHealth || typeof reply.body !== 'string') return reply;
  return { ...reply, body: JSON.stringify({ ok: false, ...JSON.parse(reply.body) }) };
}
