import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { clientEndpoint } from '../../src/adapters/realtime/local-hub-endpoint.ts';
import type { HubPolicy } from '../../src/adapters/realtime/local-hub-policy.ts';
import { hubTokens } from '../../src/adapters/realtime/local-hub-tokens.ts';
import type { Clock } from '../../src/ports.ts';
import { realRandom } from '../support/ports/random.ts';
import { startTlsServer } from '../support/servers/tls-server.ts';

/** How the service fails. */
export type PubSubFault = { status: number } | 'reset' | 'hang';

/** A Web PubSub service for one test. */
export interface WebPubSubServer {
  endpoint: string;
  /** Every REST call fails so, until it is undefined again. */
  fault: PubSubFault | undefined;
  /** Each REST call: method, path and the status that it was answered with. */
  calls: string[];
  /** How many TLS connections were opened to it. */
  readonly handshakes: number;
  cutLines(): void;
  close(): Promise<void>;
}

const API_VERSION = '2024-12-01';

/**
 * The service passes on everything that the roles allow and accepts messages of 1 MiB. It buffers 1 000
 * messages and 16 MiB for a connection in recovery, for 30 s (Azure/azure-webpubsub, tools/emulator,
 * `EmulatorRuntimeOptions`).
 */
const SERVICE_POLICY: HubPolicy = {
  maxFrameBytes: 1024 * 1024,
  maxConnections: () => Infinity,
  maxFramesPerWindow: () => Infinity,
  maxMessagesPerSecond: Infinity,
  recoveryMs: 30_000,
  unacknowledged: { messages: 1000, bytes: 16 * 1024 * 1024 },
  tokensEndConnections: false,
  mayJoinOnRequest: () => true,
  payloadFor: (_grant, frame) => frame,
};

/**
 * How many connections a page of a list holds. The service's own choice, 200 at most; a small one makes every
 * caller follow `nextLink`.
 */
const LISTED_PER_PAGE = 2;

const Move = z.object({ groups: z.array(z.string()), filter: z.string() });

/**
 * A server that speaks the REST API of Web PubSub, for callers with the identity's token, and on the same
 * port the client protocol, with the hub of the local host behind it.
 */
export async function startWebPubSub(hub: string, token: string, clock: Clock): Promise<WebPubSubServer> {
  const path = `/client/hubs/${hub}`;
  const tokens = hubTokens(path, randomBytes(32), clock);
  const clients = clientEndpoint({ path, tokens, policy: SERVICE_POLICY, clock, random: realRandom });
  const { members } = clients;

  /**
   * Moves the connections that a filter selects into groups or out of them; of OData it knows `'<group>' in
   * groups`.
   */
  function move(content: string, change: 'join' | 'leave'): number {
    const { groups, filter } = Move.parse(JSON.parse(content));
    const [, literal] = /^'((?:[^']|'')+)' in groups$/.exec(filter) ?? [];
    if (literal === undefined) return 400;
    for (const member of members.inGroup(literal.replaceAll("''", "'"))) {
      for (const group of groups) members[change](member, group);
    }
    return 200;
  }

  /** A page of a group's connections, as `List Connections In Group` of the REST API answers. */
  function list(group: string, url: URL): object {
    const from = Number(url.searchParams.get('continuationToken') ?? 0);
    const all = [...members.inGroup(group)].slice(0, Number(url.searchParams.get('top') ?? Infinity));
    const next = new URL(url);
    next.searchParams.set('continuationToken', String(from + LISTED_PER_PAGE));
    return {
      value: all
        .slice(from, from + LISTED_PER_PAGE)
        .map(({ id, grant }) => ({ connectionId: id, userId: grant.userId })),
      ...(all.length > from + LISTED_PER_PAGE && { nextLink: next.href }),
    };
  }

  function ofGroup(
    group: string,
    call: string,
    content: string,
    url: URL,
  ): { status: number; body?: unknown } {
    switch (call) {
      case 'POST :send':
        clients.sendToGroup(group, { dataType: 'json', data: JSON.parse(content) });
        return { status: 202 };
      case 'POST :closeConnections':
        clients.disconnect(group);
        return { status: 204 };
      case 'GET connections':
        return { status: 200, body: list(group, url) };
      default:
        return { status: 404 };
    }
  }

  async function answer(request: IncomingMessage, url: URL): Promise<{ status: number; body?: unknown }> {
    if (request.headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (url.searchParams.get('api-version') !== API_VERSION) return { status: 400 };
    const [, , , name, kind = '', id = '', action] = url.pathname.split('/').map(decodeURIComponent);
    const content = await text(request);
    if (name !== hub) return { status: 404 };
    if (kind === ':generateToken') {
      const grant = {
        userId: url.searchParams.get('userId') ?? '',
        roles: url.searchParams.getAll('role'),
        groups: url.searchParams.getAll('group'),
      };
      const signed = await tokens.sign(grant, Number(url.searchParams.get('minutesToExpire')));
      return { status: 200, body: { token: signed.token } };
    }
    if (kind === 'groups') return ofGroup(id, `${request.method} ${action}`, content, url);
    if (kind === 'users' && request.method === 'HEAD') {
      const isThere = [...members.all()].some(({ grant }) => grant.userId === id);
      return { status: isThere ? 200 : 404 };
    }
    if (kind === ':addToGroups') return { status: move(content, 'join') };
    if (kind === ':removeFromGroups') return { status: move(content, 'leave') };
    return { status: 404 };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = service;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'hang') return;
    const url = new URL(request.url ?? '/', service.endpoint);
    const { status, body } = fault ? { status: fault.status } : await answer(request, url);
    service.calls.push(`${request.method} ${url.pathname} ${status}`);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  const { origin, server, cutLines, close } = await startTlsServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(400).end());
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void clients.upgrade(request, socket, head);
  });
  let handshakes = 0;
  server.on('secureConnection', () => handshakes++);
  const service: WebPubSubServer = {
    endpoint: origin,
    fault: undefined,
    calls: [],
    get handshakes() {
      return handshakes;
    },
    cutLines,
    close,
  };
  return service;
}
