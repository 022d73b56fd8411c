import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { app, type HttpMethod, type HttpResponseInit } from '@azure/functions';
import type { Endpoint } from '../http/endpoint.ts';
import { errorReply } from '../http/errors.ts';
import type { HttpReply } from '../http/request.ts';
import type { Timer } from '../http/timer.ts';
import type { Services } from '../services/services.ts';
import { fromIncoming, whileListening } from './incoming.ts';

/** What an invocation needs; made when the first one comes, since an entry must register before anything can fail. */
export interface Started<S = Services> {
  services: S;
  trustedProxyHops: number;
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/**
 * The worker's own HTTP exchanges by invocation. Only they hold the headers as they came over the wire (what the library
 * shows comes from trigger metadata, which a caller can replace), and only they tell that a client has gone.
 */
const exchanges = new Map<string, Exchange>();

let watching = false;
function watchExchanges(): void {
  if (watching) return;
  watching = true;
  subscribe('http.server.request.start', (event) => {
    if (!isExchange(event)) return;
    const { request: incoming, response: outgoing } = event;
    const invocationId = incoming.headers['x-ms-invocation-id'];
    if (typeof invocationId !== 'string') return;
    exchanges.set(invocationId, { incoming, outgoing });
    outgoing.once('close', () => exchanges.delete(invocationId));
  });
}

function isExchange(event: unknown): event is { request: IncomingMessage; response: ServerResponse } {
  if (typeof event !== 'object' || event === null || !('request' in event && 'response' in event))
    return false;
  return event.request instanceof IncomingMessage && event.response instanceof ServerResponse;
}

/**
 * Registers every endpoint with the platform. `start` may fail: then every route says why, and health that it is not well.
 * Gives back how to start once, for what else runs on the same product.
 */
export function register<S>(
  endpoints: readonly Endpoint<S>[],
  start: () => Promise<Started<S>>,
): () => Promise<Started<S>> {
  watchExchanges();
  app.setup({ enableHttpStream: true });
  let started: Promise<Started<S>> | undefined;
  const startOnce = () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
  for (const endpoint of endpoints) {
    app.http(endpoint.name, {
      methods: [endpoint.method satisfies HttpMethod],
      authLevel: 'anonymous',
      route: endpoint.route,
      // A handler that throws would leave the client hanging until the platform gives up.
      handler: async ({ params }, context) => {
        const exchange = exchanges.get(context.invocationId);
        try {
          if (!exchange) throw new Error('The HTTP exchange of this invocation is unknown.');
          const { services, trustedProxyHops } = await startOnce();
          const request = fromIncoming(exchange.incoming, routeParams(endpoint, params), trustedProxyHops);
          return toResponse(await endpoint.run(request, services), exchange.outgoing);
        } catch (error) {
          return toResponse(notStarted(endpoint, error), undefined);
        }
      },
    });
  }
  return startOnce;
}

/** Registers the work that the clock starts, on the product that the endpoints run on. */
export function registerTimers(timers: readonly Timer[], startOnce: () => Promise<Started>): void {
  for (const { name, everyMinutes, run } of timers) {
    app.timer(name, {
      // The platform's six fields: second, minute, hour, day, month, day of the week.
      schedule: everyMinutes === 60 ? '0 17 * * * *' : `0 */${everyMinutes} * * * *`,
      handler: async () => {
        const { services } = await startOnce();
        await run(services);
      },
    });
  }
}

/** Only what the route names: the platform mixes query values and body members in. */
function routeParams(
  { route }: Pick<Endpoint, 'route'>,
  params: Record<string, string>,
): Record<string, string> {
  const names = Array.from(route.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, params[name] ?? '']));
}

function notStarted(endpoint: Pick<Endpoint, 'name'>, error: unknown): HttpReply {
  const { code: _code, ...reply } = errorReply(error);
  if (endpoint.name !== 'health' || typeof reply.body !== 'string') return reply;
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

async function* bytes(
  body: AsyncIterable<string>,
  outgoing: ServerResponse | undefined,
): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of outgoing ? whileListening(body, outgoing) : body) yield encoder.encode(piece);
}
