import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { forwardedAddress, routedPath } from './azure-address.ts';
import { changeServer, type LibraryChange } from './azure-changes.ts';
import { takeComplaints, type RegisteredFunction } from './azure-core.ts';
import { answerCors, withCors } from './azure-cors.ts';
import { FRONT_HEADER_BYTES, isLostByForwarder, readBody, refusalStatus } from './azure-limits.ts';
import { metadataOf } from './azure-metadata.ts';
import { inOrder, match, maxOutstandingRequests, routesOf, type DeclaredFunction } from './azure-routes.ts';
import { azureWorker, type AzureWorker } from './azure-worker.ts';
import { listen } from '../servers/listen.ts';

const HOP_BY_HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const RESPONSE_HEADERS_DROPPED = new Set([...HOP_BY_HOP_HEADERS, 'x-ms-invocation-id']);
const CHUNKED = { 'transfer-encoding': 'chunked' };

interface AzureHostOptions {
  register: () => unknown;
  /** The front end's CORS setting. Without it preflights are not answered. */
  allowedOrigins?: readonly string[];
  /** The most open invocations. Default: that of host.json. Beyond it the response is an empty 429. */
  maxOutstanding?: () => number;
  /** Default: a free port. */
  port?: number;
  /** A caller's X-Forwarded-For stands for its address, for callers at many addresses on one machine. */
  takesCallersAddress?: boolean;
  /** A change of the library that breaks the runtime's expectations. */
  change?: LibraryChange | undefined;
}

export interface AzureHost {
  origin: string;
  /** The front end's server, for additional paths of a test. */
  server: Server;
  /** All functions, sorted by name. */
  functions: DeclaredFunction[];
  /** The number of open invocations. One that has lost its HTTP part occupies the instance until it ends. */
  openInvocations(): number;
  /** Errors that functions logged. */
  errorLog: readonly string[];
  /** Ends the worker like the host at scale-in, and waits for its hooks. */
  terminate(): Promise<void>;
  /** Rejects with all failures since the start: errors of functions and warnings of the library. */
  close(): Promise<void>;
}

/**
 * Runs an app's functions like the platform, with the library's invocation model and streaming proxy. A
 * server plays the front end and the Functions host: routing, header forwarding and trigger metadata with its
 * gaps. `register` calls `app.http(…)`, or imports an entry point that does (once per process, because
 * imports are cached). A failed function is answered with 504 immediately, while the platform lets its client
 * wait.
 */
export async function startAzureHost({
  register,
  allowedOrigins,
  maxOutstanding = () => maxOutstandingRequests,
  port,
  takesCallersAddress = false,
  change,
}: AzureHostOptions): Promise<AzureHost> {
  const worker = await azureWorker(register, change);
  const { functions, streaming } = worker.loaded;
  if (!streaming) throw new Error('The app has not switched HTTP streaming on.');
  const routes = routesOf(functions);
  const failures: unknown[] = [];

  let open = 0;

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const refused = refusalStatus(incoming);
    if (refused !== undefined || open >= maxOutstanding()) {
      outgoing.writeHead(refused ?? 429).end();
      return;
    }
    if (allowedOrigins && answerCors(incoming, outgoing, allowedOrigins)) return;
    const { url = '/' } = incoming;
    const path = routedPath(url);
    if (path === undefined) {
      outgoing.writeHead(400).end();
      return;
    }
    const found = match(routes, incoming.method ?? 'GET', path);
    if (!found) {
      // The deployment disables the platform's home page (`AzureWebJobsDisableHomepage`).
      outgoing.writeHead(path === '/' ? 204 : 404).end();
      return;
    }
    if (found.allow) {
      outgoing.writeHead(405, { allow: found.allow.join(', ') }).end();
      return;
    }
    open++;
    const query = new URLSearchParams(url.split('?', 2)[1]);
    const headers = receivedHeaders(incoming, takesCallersAddress);
    answer(worker, incoming, outgoing, { ...found, query, headers, address: forwardedAddress(path, url) })
      .catch((error: unknown) => {
        // A client that disconnected before it had sent everything is not a failure.
        if (incoming.complete) failures.push(error);
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(504).end();
      })
      .finally(() => open--);
  };
  const server = createServer({ maxHeaderSize: FRONT_HEADER_BYTES }, handle);
  // In the cloud the front end is another machine, so this process would not find its server.
  if (change === 'its server is not seen') changeServer(server, change);
  // The host ignores the Expect header.
  server.on('checkExpectation', handle);
  const origin = await listen(server, port);
  return {
    origin,
    server,
    functions: inOrder(functions).map(({ name, bindings }) => ({ name, bindings })),
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

interface MatchedRequest {
  of: RegisteredFunction;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** The URL for the worker. */
  address: string;
}

/**
 * Sends the request to the proxy and the invocation to the worker, like the host, and returns the response.
 */
async function answer(
  worker: AzureWorker,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { of, params, query, headers, address }: MatchedRequest,
): Promise<void> {
  const body = await readBody(incoming);
  // The host reads bodies of known length before it calls the worker. Other bodies are passed through.
  const isSeen = incoming.headers['content-length'] !== undefined;
  if (isSeen && body === 'too-large') {
    outgoing.writeHead(500).end();
    return;
  }
  const id = randomUUID();
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
    // Node's client sends a body without a length only for methods that usually have one.
    headers: { ...forwardedHeaders(headers, id), ...(!isSeen && body.length > 0 && CHUNKED) },
    agent: false,
  });
  // If the client has gone, its request to the worker is aborted, and the function runs to its end.
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

/** The headers at the host: the front end appends its client's address, and adds a request id. */
function receivedHeaders({ headers, socket }: IncomingMessage, takesCallersAddress: boolean): Headers {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP_HEADERS.has(name));
  const before = headers['x-forwarded-for'] ?? [];
  const own = takesCallersAddress && before.length > 0 ? [] : `${socket.remoteAddress}:${socket.remotePort}`;
  return {
    ...Object.fromEntries(kept),
    'x-forwarded-for': [before, own].flat().join(', '),
    'x-forwarded-proto': 'https',
    'x-arr-log-id': randomUUID(),
  };
}

/** The headers of the host's proxy: forwarding headers are replaced by the front end's. */
function forwardedHeaders({ host, forwarded: _dropped, ...headers }: Headers, id: string): Headers {
  return {
    // The host adds an id if the caller sent no id.
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
    (_, at) => !RESPONSE_HEADERS_DROPPED.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''),
  );
  outgoing.writeHead(statusCode, withCors(headers, outgoing)).flushHeaders();
  await pipeline(response, outgoing);
}
