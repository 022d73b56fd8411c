import type { GraphFeedOptions } from '../../src/adapters/activity-feed/graph.ts';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { FederatedIdentity } from '../../src/ports.ts';
import { closeServer, listen } from '../support/servers/listen.ts';

/** The server's fault instead of an answer; `reset` breaks the connection. */
export type GraphFault = { status: number; headers?: Record<string, string> } | 'hang' | 'reset';

/** An entry in the feed of an agent. */
interface FeedItem {
  oid: string;
  title: string;
  preview: string;
  webUrl: string;
  chainId: number;
}

export interface GraphServer {
  /** The origin of the sign-in, and of Microsoft Graph. */
  origin: string;
  /** For a server that has the sign-in at its own origin. */
  listener: RequestListener;
  tenantId: string;
  clientId: string;
  /** The token of a managed identity, for the audience of this cloud. */
  assertion: () => Promise<string>;
  /** The options with which an adapter sends by this server. */
  feedOptions(): Omit<GraphFeedOptions, 'clock'>;
  identity: FederatedIdentity;
  /** The federated credentials of the application. */
  credentials: FederatedIdentity[];
  /** How many more sign-ins do not see the federated credentials yet. */
  lag: number;
  /** False: no such application in the directory. */
  registered: boolean;
  /** The lifetime of the next tokens, in seconds. */
  tokenSeconds: number;
  /** Who is in the directory, and how many Teams apps of this application each one has installed. */
  people: Map<string, { apps: number }>;
  /** Whether one recipient without the app makes a call to many fail. By default it is left out silently. */
  strictCalls: boolean;
  /** Every sign-in, or every request to Microsoft Graph, fails so until it is undefined again. */
  loginFault: GraphFault | undefined;
  graphFault: GraphFault | undefined;
  /** The faults of requests for one agent. */
  faultsOf: Map<string, GraphFault>;
  /** The feeds, newest last; an entry replaces the earlier one of its chain. */
  feed: FeedItem[];
  /** Requests to Microsoft Graph: the path, the number of recipients, the status. */
  calls: { path: string; recipients: number; status: number }[];
  signIns: number;
  /** The bodies of all requests, as they came. */
  heard: string[];
  close(): Promise<void>;
}

const Entry = z.object({
  topic: z.object({
    source: z.literal('text'),
    value: z.string().check(z.minLength(1)),
    webUrl: z.string().check(z.maxLength(1024), z.regex(/^https:\/\/[\w.]*teams\.[\w.]+\/l\//)),
  }),
  activityType: z.literal('systemDefault'),
  previewText: z.optional(z.object({ content: z.string().check(z.minLength(1)) })),
  templateParameters: z.tuple([z.object({ name: z.literal('systemDefaultText'), value: z.string() })]),
  chainId: z.int(),
  teamsAppId: z.optional(z.uuid()),
  recipients: z.optional(
    z
      .array(
        z.object({
          '@odata.type': z.literal('microsoft.graph.aadUserNotificationRecipient'),
          userId: z.uuid(),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  ),
});
type Entry = z.infer<typeof Entry>;

const TENANT = '9f0c2f55-52c4-4d7e-8d42-0f6d1d3a4b11';
const CLIENT = '5d3f6a0b-2f2c-4a43-9a3e-8f4cf1a7f6c2';
const SHORTEST_SECONDS = 45 * 60;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * The sign-in of Microsoft Entra and Microsoft Graph for activity notifications, on one origin. Federated
 * credentials fail with AADSTS700213 and similar codes. The statuses are 412 for a token with less than 45
 * minutes, 403 without the app, 404 without the person, 409 for two apps of one application, and 202 for many
 * regardless of each result.
 */
export async function startGraph(clock: { now(): number } = Date): Promise<GraphServer> {
  const tokens = new Map<string, number>();
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      graph.heard.push(body);
      const url = new URL(request.url ?? '/', graph.origin);
      if (url.pathname.endsWith('/oauth2/v2.0/token')) login(url, body, response, request);
      else send(url.pathname, body, response, request);
    });
  };
  const server = createServer(listener);

  function fail(fault: GraphFault, response: ServerResponse, request: IncomingMessage): number {
    if (fault === 'hang') return 0;
    if (fault === 'reset') {
      request.socket.destroy();
      return 0;
    }
    response.writeHead(fault.status, fault.headers).end('<html>gateway</html>');
    return fault.status;
  }

  function login(url: URL, body: string, response: ServerResponse, request: IncomingMessage): void {
    graph.signIns++;
    if (graph.loginFault !== undefined) {
      fail(graph.loginFault, response, request);
      return;
    }
    const refuse = (status: number, error: string, code: number) =>
      json(response, status, {
        error,
        error_description: `AADSTS${code}: Refused for canary-text. Trace ID: 0 Correlation ID: 0`,
        error_codes: [code],
        timestamp: '2026-11-20 09:00:00Z',
      });
    const form = new URLSearchParams(body);
    if (!url.pathname.startsWith(`/${graph.tenantId}/`)) {
      refuse(400, 'invalid_request', 90002);
      return;
    }
    if (!graph.registered || form.get('client_id') !== graph.clientId) {
      refuse(400, 'unauthorized_client', 700016);
      return;
    }
    if (
      form.get('grant_type') !== 'client_credentials' ||
      form.get('client_assertion_type') !== ASSERTION_TYPE
    ) {
      refuse(400, 'invalid_request', 900144);
      return;
    }
    if (form.get('scope') !== `${graph.origin}/.default`) {
      refuse(400, 'invalid_scope', 70011);
      return;
    }
    const claims = claimsOf(form.get('client_assertion') ?? '');
    const isKnown = graph.credentials.some(
      ({ issuer, subject, audience }) =>
        claims['iss'] === issuer && claims['sub'] === subject && claims['aud'] === audience,
    );
    if (graph.lag > 0 || !isKnown) {
      if (isKnown) graph.lag--;
      refuse(401, 'invalid_client', graph.credentials.length === 0 ? 70025 : 700213);
      return;
    }
    const token = `graph-token-${graph.signIns}`;
    tokens.set(token, clock.now() + graph.tokenSeconds * 1000);
    json(response, 200, { token_type: 'Bearer', expires_in: graph.tokenSeconds, access_token: token });
  }

  function send(path: string, body: string, response: ServerResponse, request: IncomingMessage): void {
    const parsed = Entry.safeParse(jsonOf(body));
    const recipients = parsed.data?.recipients?.map(({ userId }) => userId);
    const one = /^\/v1\.0\/users\/([^/]+)\/teamwork\/sendActivityNotification$/.exec(path)?.[1];
    const fault = graph.graphFault ?? (one === undefined ? undefined : graph.faultsOf.get(one));
    const answered = (status: number) =>
      graph.calls.push({ path, recipients: recipients?.length ?? 1, status });
    if (fault !== undefined) {
      answered(fail(fault, response, request));
      return;
    }
    const status = parsed.success ? statusOf(path, one, parsed.data, request) : 400;
    answered(status);
    if (status < 300) {
      response.writeHead(status).end();
      return;
    }
    const message = `Application with AAD App Id '${graph.clientId}' is not authorized to generate custom text notifications.`;
    json(response, status, { error: { code: String(status), message, innerError: { code: '1' } } });
  }

  function statusOf(path: string, one: string | undefined, entry: Entry, request: IncomingMessage): number {
    const recipients = entry.recipients?.map(({ userId }) => userId);
    const until = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (until === undefined || until <= clock.now()) return 401;
    if (until - clock.now() < SHORTEST_SECONDS * 1000) return 412;
    if (one !== undefined) {
      const status = statusFor(one, entry);
      if (status === 204) post(one, entry);
      return status;
    }
    if (path !== '/v1.0/teamwork/sendActivityNotificationToRecipients' || !recipients) return 400;
    const reached = recipients.filter((oid) => statusFor(oid, entry) === 204);
    if (graph.strictCalls && reached.length < recipients.length) return 403;
    for (const oid of reached) post(oid, entry);
    return 202;
  }

  function statusFor(oid: string, { teamsAppId }: Entry): number {
    const person = graph.people.get(oid);
    if (!person) return 404;
    if (person.apps === 0) return 403;
    return person.apps > 1 && teamsAppId === undefined ? 409 : 204;
  }

  function post(oid: string, { topic, previewText, templateParameters: [{ value }], chainId }: Entry): void {
    graph.feed = graph.feed.filter((item) => item.oid !== oid || item.chainId !== chainId);
    graph.feed.push({
      oid,
      title: value,
      preview: previewText?.content ?? '',
      webUrl: topic.webUrl,
      chainId,
    });
  }

  const origin = await listen(server);
  const identity: FederatedIdentity = {
    issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    subject: 'c6a8a5a5-7f1f-4a3d-9d5b-6a2a7c1b0d33',
    audience: 'api://AzureADTokenExchange',
  };
  const graph: GraphServer = {
    origin,
    listener,
    tenantId: TENANT,
    clientId: CLIENT,
    feedOptions: () => ({
      graph: graph.origin,
      authority: graph.origin,
      tenantId: graph.tenantId,
      clientId: graph.clientId,
      audience: graph.identity.audience,
      assertion: graph.assertion,
    }),
    identity,
    assertion: () =>
      Promise.resolve(jwt({ iss: identity.issuer, sub: identity.subject, aud: identity.audience })),
    credentials: [{ ...identity }],
    lag: 0,
    registered: true,
    tokenSeconds: 3599,
    people: new Map(),
    strictCalls: false,
    loginFault: undefined,
    graphFault: undefined,
    faultsOf: new Map(),
    feed: [],
    calls: [],
    signIns: 0,
    heard: [],
    close: () => closeServer(server),
  };
  return graph;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object) => `${part({ alg: 'RS256' })}.${part(claims)}.signature`;

function claimsOf(token: string): Record<string, unknown> {
  const claims = z
    .record(z.string(), z.unknown())
    .safeParse(jsonOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
  return claims.data ?? {};
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
