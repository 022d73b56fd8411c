import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Clock } from '../../src/ports.ts';
import { startTlsServer } from '../support/servers/tls-server.ts';
import { container, type Container } from './cosmos/container.ts';
import { refusedBatch } from './cosmos/batch.ts';
import { faults, type Faults, type Request } from './cosmos/faults.ts';
import { partitions, type Partitions } from './cosmos/partitions.ts';
import { replicas, type ConsistencyLevel, type ReplicaOptions, type Replicas } from './cosmos/replicas.ts';
import { understand, type Answer } from './cosmos/requests.ts';

const Paths = z.array(z.object({ path: z.string() }));
const Definitions = z.array(
  z.object({
    id: z.string(),
    partitionKey: z.object({ paths: z.array(z.string()) }),
    defaultTtl: z.exactOptional(z.number()),
    indexingPolicy: z.object({
      includedPaths: z.exactOptional(Paths),
      fullTextIndexes: z.exactOptional(Paths),
    }),
    fullTextPolicy: z.exactOptional(z.object({ fullTextPaths: Paths })),
  }),
);
const DEFINITIONS = new URL('../../infra/containers.json', import.meta.url);

/** A Cosmos DB account for one test. */
export interface CosmosServer {
  /** `https`, as tokens of an identity need it. */
  endpoint: string;
  database: string;
  faults: Faults;
  /** Which state of its partition a read sees. */
  replicas: Replicas;
  partitions: Pick<Partitions, 'replace'>;
  /** How long each request takes at least, in milliseconds; 0 until a test sets it. */
  latencyMs: number;
  /**
   * Everything that was asked for, in order, with what it was charged, and for reads the level that they were
   * answered at.
   */
  requests: (Request & {
    status: number;
    charge: number;
    /** The size of its answer, in bytes of JSON. */
    answeredBytes: number;
    authorization: string;
    level?: ConsistencyLevel;
  })[];
  container(name: string): Container;
  close(): Promise<void>;
}

/** The resource id of a container: 8 bytes, in the service's own base64. */
const rid = (name: string) =>
  createHash('sha256').update(name).digest().subarray(0, 8).toString('base64').replaceAll('/', '-');

/**
 * A server that speaks as much of the service's REST protocol as the store sends, on TLS and a free port,
 * with the containers of `infra/containers.json` in two physical partitions, each with replicas that lag.
 */
export async function startCosmos(clock: Clock, options: ReplicaOptions = {}): Promise<CosmosServer> {
  const definitions = Definitions.parse(JSON.parse(readFileSync(DEFINITIONS, 'utf8')));
  const containers = new Map(definitions.map((one) => [one.id, container(one, clock)]));
  const planned = faults();
  const served = replicas(options);
  const ranges = partitions();
  const requests: CosmosServer['requests'] = [];

  function send(response: ServerResponse, answer: Answer): void {
    const { status, body, charge, etag, substatus, sessionToken } = answer;
    const content = body === undefined && status >= 400 ? { code: String(status), message: 'refused' } : body;
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-ms-request-charge': charge.toFixed(2),
      ...(etag !== undefined && { etag }),
      ...(substatus !== undefined && { 'x-ms-substatus': String(substatus) }),
      ...(sessionToken !== undefined && { 'x-ms-session-token': sessionToken }),
    });
    response.end(content === undefined ? undefined : JSON.stringify(content));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'GET' || request.method === 'DELETE' ? undefined : await json(request);
    const isHere = /^\/dbs\/chat(\/|$)|^\/$/.test(new URL(request.url ?? '/', 'https://localhost').pathname);
    const understood = isHere
      ? understand(request, { containers, replicas: served, partitions: ranges })
      : undefined;
    if (!understood) {
      send(response, { status: 404, substatus: 1003, charge: 0 });
      return;
    }
    const { kind, container: name, carryOut } = understood;
    // By these a client files the session token.
    response.setHeader('x-ms-alt-content-path', `dbs/chat/colls/${name}`);
    response.setHeader('x-ms-content-path', rid(name));
    if (server.latencyMs > 0) await delay(server.latencyMs);
    const fault = planned.take(understood);
    if (fault === 'hang') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (typeof fault === 'object' && 'inBatch' in fault) {
      record({ status: 207, charge: 0 });
      send(response, { status: 207, body: refusedBatch(body, fault.inBatch), charge: 0 });
      return;
    }
    if (typeof fault === 'object') {
      if (fault.retryAfterMs !== undefined) {
        response.setHeader('x-ms-retry-after-ms', String(fault.retryAfterMs));
      }
      record({ status: fault.status, charge: 0 });
      send(response, { ...fault, charge: 0 });
      return;
    }
    const answer = carryOut(body);
    record(answer);
    if (fault === 'unheard') return void request.socket.destroy();
    if (fault !== 'late') send(response, answer);

    function record({ status, charge, level, body: answered }: Answer): void {
      const answeredBytes = answered === undefined ? 0 : Buffer.byteLength(JSON.stringify(answered));
      const authorization = decodeURIComponent(request.headers.authorization ?? '');
      requests.push({
        kind,
        container: name,
        status,
        charge,
        answeredBytes,
        authorization,
        ...(level && { level }),
      });
    }
  }

  const { origin, close } = await startTlsServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A request that the server does not understand is a mistake of the test or of the store.
      const message = error instanceof Error ? error.message : 'unknown';
      send(response, { status: 400, body: { code: 'BadRequest', message }, charge: 0 });
    });
  });

  const server: CosmosServer = {
    endpoint: origin,
    database: 'chat',
    faults: planned,
    replicas: served,
    partitions: ranges,
    latencyMs: 0,
    requests,
    container(name) {
      const found = containers.get(name);
      if (!found) throw new Error(`There is no container ${name}.`);
      return found;
    },
    close,
  };
  return server;
}
