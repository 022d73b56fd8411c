import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { forwardedAddress, routedPath } from './azure-address.ts';
import { takeComplaints, type RegisteredFunction } from './azure-core.ts';
import { answeredCors, withCors } from './azure-cors.ts';
import { FRONT_HEADER_BYTES, isLostByForwarder, receivedBody, refusedStatus } from './azure-limits.ts';
import { metadataOf } from './azure-metadata.ts';
import { azureWorker, type AzureWorker } from './azure-worker.ts';
import { listen } from './listen.ts';

/** What of host.json bears on how requests reach a function. */
const HostFile = z.object({
  extensions: z.object({ http: z.object({ routePrefix: z.string(), maxOutstandingRequests: z.number() }) }),
});
const { routePrefix, maxOutstandingRequests } = HostFile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../host.json'), 'utf8')),
).extensions.http;
const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const NOT_PASSED_BACK = new Set([...NOT_PASSED_ON, 'x-ms-invocation-id']);
const PARAMETER = /^\{\*?(\w+)(:guid)?\}$/;
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface AzureHostOptions {
  register: () => unknown;
  /** The front end's own CORS setting; without one it answers no preflight. */
  allowedOrigins?: readonly string[];
  /**
   * How many invocations may be open, that of host.json unless told otherwise; beyond them the answer is an
   * empty 429.
   */
  maxOutstanding?: () => number;
  /** A free one, where none is named. */
  port?: number;
}

export interface AzureHost {
  origin: string;
  /** The front end, for what a test serves beside the functions. */
  server: Server;
  /** The names of all functions, in the order in which their routes are tried. */
  functions: string[];
  /**
   * How many invocations have not ended. One whose HTTP half is lost holds a place of the instance until it
   * does.
   */
  openInvocations(): number;
  /** What its functions have logged as errors. */
  errorLog: readonly string[];
  /** Tells the worker that it ends, as the host does when it scales in, and waits for its hooks. */
  terminate(): Promise<void>;
  /** Rejects with everything that went wrong meanwhile: a function that threw, a complaint of the library. */
  close(): Promise<void>;
}

/**
 * Runs an app's functions as the platform does, with the library's own invocation model and streaming proxy,
 * behind a server that plays the front end and the Functions host: routing, forwarding headers, trigger
 * metadata with its holes.
 * `register` calls `app.http(…)`, or imports an entry that does (once in a process, since an import is kept).
 * A function that fails is answered with 504 at once; the platform lets its client wait for that.
 */
export async function startAzureHost({
  register,
  allowedOrigins,
  maxOutstanding = () => maxOutstandingRequests,
  port,
}: AzureHostOptions): Promise<AzureHost> {
  const worker = await azureWorker(register);
  const { functions, streaming } = worker.loaded;
  if (!streaming) throw new Error('The app has not switched HTTP streaming on.');
  functions.sort((a, b) => (a.name.toUpperCase() < b.name.toUpperCase() ? -1 : 1));
  const routes = functions.flatMap(toRoute);
  refuseConflicts(routes);
  const failures: unknown[] = [];

  let open = 0;

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const refused = refusedStatus(incoming);
    if (refused !== undefined || open >= maxOutstanding()) {
      outgoing.writeHead(refused ?? 429).end();
      return;
    }
    if (allowedOrigins && answeredCors(incoming, outgoing, allowedOrigins)) return;
    const { url = '/' } = incoming;
    const path = routedPath(url);
    if (path === undefined) {
      outgoing.writeHead(400).end();
      return;
    }
    const found = match(routes, incoming.method ?? 'GET', path);
    if (!found) {
      // The deployment has switched off the page that the platform shows at the root
      // (`AzureWebJobsDisableHomepage`).
      outgoing.writeHead(path === '/' ? 204 : 404).end();
      return;
    }
    open++;
    const query = new URLSearchParams(url.split('?', 2)[1]);
    answer(worker, incoming, outgoing, { ...found, query, address: forwardedAddress(path, url) })
      .catch((error: unknown) => {
        // A client that disconnected before it had sent everything is no failure.
        if (incoming.complete) failures.push(error);
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(504).end();
      })
      .finally(() => open--);
  };
  const server = createServer({ maxHeaderSize: FRONT_HEADER_BYTES }, handle);
  // The host does not mind what a request expects.
  server.on('checkExpectation', handle);
  const origin = await listen(server, port);
  return {
    origin,
    server,
    functions: functions.map(({ name }) => name),
    openInvocations: () => open,
    errorLog: worker.errorLog,
    async terminate() {
      for (const hook of worker.loaded.hooks) await hook({});
    },
    async close() {
      worker.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      failures.push(...takeComplaints().map((text) => new Error(text)));
      if (failures.length > 0) throw new AggregateError(failures, 'Something went wrong in the functions.');
    },
  };
}

interface Route {
  of: RegisteredFunction;
  methods: string[];
  segments: string[];
}

function toRoute(of: RegisteredFunction): Route[] {
  const trigger = Object.values(of.bindings).find(({ type }) => type === 'httpTrigger');
  if (!trigger) return [];
  // An empty route is the function's name; a slash is the root, where there is no prefix.
  const route = trigger.route?.trim() ? trigger.route : of.name;
  if (/^\/*(admin|runtime)/i.test(route)) {
    throw new Error('The specified route conflicts with one or more built in routes.');
  }
  const segments = `${routePrefix && `${routePrefix}/`}${route}`.replace(/^\//, '').split('/');
  const unknown = segments.find((segment) => segment.includes('{') && !PARAMETER.test(segment));
  if (unknown !== undefined) {
    throw new Error(`A route of ${of.name} has a part that is not known here: ${unknown}`);
  }
  return [{ of, methods: trigger.methods ?? [], segments }];
}

/** The host drops a function that shares a route and a method with another, and logs an error. */
function refuseConflicts(routes: readonly Route[]): void {
  const taken = new Map<string, string>();
  for (const { of, methods, segments } of routes) {
    for (const place of methods.map((method) => `${method} ${segments.join('/').toLowerCase()}`)) {
      const other = taken.get(place);
      if (other !== undefined) throw new Error(`The route of ${of.name} conflicts with that of ${other}.`);
      taken.set(place, of.name);
    }
  }
}

/**
 * The first route that fits, tried in the order of the functions' names; a parameter is as good as a literal.
 */
function match(routes: readonly Route[], method: string, path: string) {
  const given = path.replace(/\/$/, '').slice(1).split('/');
  for (const { of, methods, segments } of routes) {
    const hasRest = segments.at(-1)?.startsWith('{*') === true;
    const isLong = hasRest ? given.length >= segments.length - 1 : given.length === segments.length;
    if (!methods.includes(method) || !isLong) continue;
    const params: Record<string, string> = {};
    const fits = segments.every((segment, at) => {
      if (segment.startsWith('{*')) return true;
      const value = given[at] ?? '';
      const [, name, constraint] = /^\{(\w+)(?::(\w+))?\}$/.exec(segment) ?? [];
      if (name === undefined) return segment.toLowerCase() === value.toLowerCase();
      if (constraint !== undefined && constraint !== 'guid') {
        throw new Error(`Unknown constraint: ${segment}`);
      }
      params[name] = value;
      return value !== '' && (constraint === undefined || GUID.test(value));
    });
    if (fits) return { of, params };
  }
  return undefined;
}

interface Found {
  of: RegisteredFunction;
  params: Record<string, string>;
  query: URLSearchParams;
  /** As it is sent to the worker. */
  address: string;
}

/**
 * Sends the request to the proxy and the invocation to the worker, as the host does, and passes on what comes
 * back.
 */
async function answer(
  worker: AzureWorker,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { of, params, query, address }: Found,
): Promise<void> {
  const body = await receivedBody(incoming);
  // The host looks into a body of known length before it calls the worker; any other goes through unseen.
  const isSeen = incoming.headers['content-length'] !== undefined;
  if (isSeen && body === 'too-large') {
    outgoing.writeHead(500).end();
    return;
  }
  const id = randomUUID();
  const headers = received(incoming);
  const seen = isSeen && body !== 'too-large' ? body : undefined;
  const triggerMetadata = metadataOf({ headers, query, body: seen, params });
  const invoked = worker.invoke({ id, of, triggerMetadata });
  if (body === 'too-large' || isLostByForwarder(incoming)) {
    await invoked;
    outgoing.writeHead(500).end();
    return;
  }
  const proxied = request(`${worker.proxyOrigin}${address}`, {
    method: incoming.method,
    headers: forwarded(headers, id),
    agent: false,
  });
  // A client that has gone hears nothing; its request to the worker is broken off, and the function runs to
  // its end.
  outgoing.once('close', () => proxied.destroy());
  const passedOn = new Promise<void>((resolve, reject) => {
    const unlessGone = (error: Error) => (outgoing.destroyed ? resolve() : reject(error));
    outgoing.once('close', resolve);
    proxied.on('error', unlessGone);
    proxied.on('response', (response) => void passOn(response, outgoing).then(resolve, unlessGone));
  });
  proxied.end(body);
  await Promise.all([invoked, passedOn]);
}

type Headers = Record<string, string | string[] | undefined>;

/**
 * The headers as they reach the host: the front end adds the address of its client as the last one, and an id
 * of its own.
 */
function received({ headers, socket }: IncomingMessage): Headers {
  const kept = Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name));
  const before = headers['x-forwarded-for'] ?? [];
  return {
    ...Object.fromEntries(kept),
    'x-forwarded-for': [before, `${socket.remoteAddress}:${socket.remotePort}`].flat().join(', '),
    'x-forwarded-proto': 'https',
    'x-arr-log-id': randomUUID(),
  };
}

/**
 * The headers as the host's proxy sends them: those about the client are replaced by what the host knows of
 * the front end.
 */
function forwarded({ host, forwarded: _dropped, ...headers }: Headers, id: string): Headers {
  return {
    // The host adds the id where the caller has sent none.
    'x-ms-invocation-id': id,
    ...headers,
    'x-forwarded-for': '10.0.0.2',
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
  };
}

async function passOn(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { statusCode = 502, rawHeaders } = response;
  const headers = rawHeaders.filter(
    (_, at) => !NOT_PASSED_BACK.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''),
  );
  outgoing.writeHead(statusCode, withCors(headers, outgoing)).flushHeaders();
  await pipeline(response, outgoing);
}
