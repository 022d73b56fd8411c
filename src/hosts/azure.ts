import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { app, type HttpMethod } from '@azure/functions';
import type { Endpoint } from '../http/endpoint.ts';
import type { Timer } from '../http/timer.ts';
import type { Services } from '../services/services.ts';
import { withholdHeaders } from './azure-metadata.ts';

/** What the platform is told of an endpoint. */
export type Place = Pick<Endpoint, 'name' | 'method' | 'route'>;

/** What an invocation needs; loaded when the first one comes: an entry registers before anything can fail or cost time. */
export interface Started<S = Services> {
  endpoints: readonly Endpoint<S>[];
  services: S;
  trustedProxyHops: number;
}

/** What the worker was sent, and what it answers with. */
export interface Exchange {
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

/** What Node's documentation says of the channel's messages. */
function isExchange(event: unknown): event is { request: IncomingMessage; response: ServerResponse } {
  return typeof event === 'object' && event !== null && 'request' in event && 'response' in event;
}

/**
 * Registers a function for each place with the platform. `start` may fail: then every route says why, and health that it
 * is not well. Gives back how to start once, for what else runs on the same product.
 */
export function register<S, T extends Started<S>>(
  places: readonly Place[],
  start: () => Promise<T & Started<S>>,
): () => Promise<T> {
  watchExchanges();
  app.setup({ enableHttpStream: true });
  let started: Promise<T & Started<S>> | undefined;
  const startOnce = () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
  for (const place of places) {
    app.http(place.name, {
      methods: [place.method satisfies HttpMethod],
      authLevel: 'anonymous',
      route: place.route,
      handler: async ({ params }, { invocationId }) => {
        // Loaded with the first request: what registers is all that a start waits for.
        const { answer } = await import('./azure-answer.ts');
        return await answer(place, { exchange: exchanges.get(invocationId), params, startOnce });
      },
    });
  }
  withholdHeaders();
  return startOnce;
}

/** Registers the work that the clock starts, on the product that the endpoints run on. */
export function registerTimers(
  times: readonly Pick<Timer, 'name' | 'everyMinutes'>[],
  startOnce: () => Promise<{ services: Services; timers: readonly Timer[] }>,
): void {
  for (const { name, everyMinutes } of times) {
    app.timer(name, {
      // The platform's six fields: second, minute, hour, day, month, day of the week.
      schedule: everyMinutes === 60 ? '0 17 * * * *' : `0 */${everyMinutes} * * * *`,
      handler: async () => {
        const { services, timers } = await startOnce();
        await timers.find((timer) => timer.name === name)?.run(services);
      },
    });
  }
}
