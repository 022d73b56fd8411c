import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { endpointPath, type Endpoint } from '../../src/http/endpoint.ts';
import { RotateReply } from '../../src/admin/wire/admin.ts';
import { ChatReply } from '../../src/chat/wire/visitor.ts';
import { bearer, rotate } from '../support/clients/admin.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { valuesOf } from './support/schema-bodies.ts';

interface Attempt {
  parameter: string;
  query: [string, string][];
  headers: readonly [string, string][];
  body: string;
}

/** Conversations, widgets and assistants that are there. */
const SESSIONS = Array.from({ length: 3 }, () => randomUUID());
/** The answer in each conversation. */
const answers = new Map<string, string>();
const known: string[] = [...SESSIONS];
/** It refuses every state that is of no sign-in which has begun. */
const NEVER_REACHED = 'widget-sign-in-callback';
const KNOWN_QUERIES = ['after', 'limit', 'cursor', 'window', 'bucketHours', 'sortBy', 'status', 'q', 'code'];
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.uuid(),
  fc.constantFrom(...['', '0', '-1', '1e999', 'NaN', '\u0000', '\ud800', '"', "'; DROP TABLE messages; --"]),
  fc.constantFrom('../../etc', '%', '__proto__', 'constructor'),
  fc.integer().map(String),
);
const headerValue = fc.string({
  unit: fc
    .integer({ min: 32, max: 255 })
    .filter((code) => code !== 127)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const headerName = fc.constantFrom(
  ...['origin', 'cookie', 'content-type', 'accept', 'accept-encoding', 'if-none-match', 'if-match'],
  ...['traceparent', 'x-forwarded-for', 'x-forwarded-host', 'sec-fetch-site', 'range', 'authorization'],
);

/** Values of a schema; where they name a conversation and a message, those are there. */
const valuesWithSession = (schema: NonNullable<Endpoint['body']>): fc.Arbitrary<fc.JsonValue> =>
  fc.tuple(valuesOf(schema), fc.constantFrom(...SESSIONS)).map(([value, sessionId]) => {
    if (typeof value !== 'object' || value === null || !('sessionId' in value)) return value;
    const messageId = answers.get(sessionId);
    return { ...value, sessionId, ...('messageId' in value && messageId !== undefined && { messageId }) };
  });

/** A body as its schema wants it, with a conversation that is there; or anything else. */
function bodies({ body }: Endpoint): fc.Arbitrary<string> {
  const wanted = body ? valuesWithSession(body) : fc.constant({});
  const spoiled = fc
    .tuple(wanted, nasty, fc.jsonValue())
    .map(([value, name, other]) => ({ ...(typeof value === 'object' ? value : {}), [name]: other }));
  return fc.oneof(
    { weight: 8, arbitrary: wanted.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: spoiled.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 12 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '[]', '[['.repeat(5000), '{"message":'.repeat(3000), 'x'.repeat(70_000)),
    },
  );
}

const parameters = fc.oneof(
  nasty,
  fc.constantFrom('..', '%2e%2e', '%00', '%', '%zz'),
  fc.nat().map((at) => known[at % known.length] ?? ''),
);

/** A query as its schema wants it, with a conversation that is there; and what no schema names. */
function queries({ query }: Endpoint): fc.Arbitrary<[string, string][]> {
  const stray = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...KNOWN_QUERIES), nasty), nasty), {
    maxLength: 3,
  });
  const wanted = query ? valuesWithSession(query) : fc.constant({});
  const entries = wanted.map((value) =>
    Object.entries(value ?? {}).map(([name, one]): [string, string] => [name, String(one)]),
  );
  return fc.oneof(entries, stray);
}

const attempt = (endpoint: Endpoint): fc.Arbitrary<Attempt> =>
  fc.record({
    parameter: parameters,
    query: queries(endpoint),
    headers: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.tuple(headerName, headerValue), { maxLength: 4 }) },
    ),
    body: bodies(endpoint),
  });

describe('a service that gets random requests', () => {
  // A connection for each request: the server closes an idle one while this process is busy with values.
  const agent = new Agent({ keepAlive: false, maxSockets: 8 });
  const host = sharedFixture(() => startAgentService({ host: 'node' }));
  let adminKey = '';
  let agentToken = '';

  beforeAll(async () => {
    for (const sessionId of SESSIONS) {
      const { body } = await host.visitor('/api/chat', { message: 'Hello', sessionId });
      answers.set(sessionId, ChatReply.parse(body).reply.id);
    }
    const admin = registryAdmin(host.service);
    known.push((await admin.register()).widget.id, (await admin.make()).id);
    adminKey = (await rotate(host.service)).key;
    agentToken = await host.agent('Mia').token();
  });
  afterAll(() => agent.destroy());

  /** Of someone who may call the endpoint; another header of an attempt replaces it. */
  function authorization({ gate }: Endpoint): Record<string, string> {
    if (gate === 'admin' || gate === 'staff') return bearer(adminKey);
    return gate === 'agent' ? bearer(agentToken) : {};
  }

  function send(
    endpoint: Endpoint,
    { parameter, query, headers, body }: Attempt,
  ): Promise<{ status: number; text: string }> {
    const search = new URLSearchParams(query).toString();
    const path = `${endpointPath(endpoint).replaceAll(/\{\w+\}/g, safePath(parameter))}${search ? `?${search}` : ''}`;
    const sent = { ...authorization(endpoint), ...Object.fromEntries(headers), ...lengthOf(endpoint, body) };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${host.service.origin}${path}`,
        { method: endpoint.method, agent, headers: sent },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(endpoint.method === 'GET' ? undefined : body);
    });
  }

  test.each(routes.map((endpoint) => [`${endpoint.method} ${endpoint.route}`, endpoint] as const))(
    'answers %s with documented errors, and never fails',
    async (_name, endpoint) => {
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(attempt(endpoint), async (tried) => {
          const { status, text } = await send(endpoint, tried);
          statuses.add(status);
          expect(status).toBeGreaterThanOrEqual(200);
          expect(status).toBeLessThan(500);
          if (endpoint.name === 'rotate-key' && status === 200) {
            adminKey = RotateReply.parse(JSON.parse(text)).adminKey;
          }
          if (status >= 400 && !text.startsWith('<!doctype')) {
            expect(JSON.parse(text)).toMatchObject({
              error: expect.any(String),
              message: expect.any(String),
            });
          }
          expect(text).not.toMatch(/\bat .+\.(ts|js):\d+/);
        }),
        { numRuns: 30 },
      );
      if (endpoint.name === NEVER_REACHED) return;
      // 401 comes from the gate, 400 before the handler, 404 without a parameter where no route is. A few
      // dozen attempts may all be invalid, so more are made until one is not.
      const isReached = () => [...statuses].some((status) => status !== 400 && status !== 401);
      for (const tried of fc.sample(attempt(endpoint), 1_000)) {
        if (isReached()) break;
        statuses.add((await send(endpoint, tried)).status);
      }
      expect(isReached()).toBe(true);
    },
    60_000,
  );

  test('still answers afterwards', async () => {
    expect((await host.service.get('/api/health')).status).toBe(200);
  });
});

/** node:http frames the body of a DELETE only where its length is given. */
function lengthOf({ method }: Endpoint, body: string): Record<string, number> {
  return method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) };
}

/** A path segment that node:http agrees to send; percent signs stay as they are, broken ones too. */
function safePath(parameter: string): string {
  return (
    parameter.toWellFormed().replaceAll(/[^\w.%~-]/gu, (character) => encodeURIComponent(character)) || 'x'
  );
}
