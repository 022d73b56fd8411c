import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { endpointPath } from '../../src/http/endpoint-path.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { HOSTS, startService, type Host } from '../support/service/service.ts';

interface Attempt {
  parameter: string;
  query: [string, string][];
  headers: [string, string][];
  body: string;
}

const KNOWN = [
  'message',
  'sessionId',
  'clientMessageId',
  'messageId',
  'rating',
  'reason',
  'content',
  'after',
  'limit',
  'cursor',
  'window',
  'bucketHours',
  'sortBy',
  'status',
  'claimedBy',
  'q',
  '__proto__',
  'constructor',
  'code',
];
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.uuid(),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e999',
    'NaN',
    '\u0000',
    '\ud800',
    '"',
    "'; DROP TABLE messages; --",
    '../../etc',
    '%',
  ),
  fc.integer().map(String),
);
/** About as long as a message may be. */
const long = fc
  .tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.integer({ min: 4000, max: 4100 }))
  .map(([part, length]) => part.repeat(length).slice(0, length));
const value = fc.oneof(nasty, fc.jsonValue(), long);
const member = fc.tuple(fc.oneof(fc.constantFrom(...KNOWN), nasty), value);
/**
 * The platform's host loses a header outside ASCII on the way, and answers itself
 * (test/hosts/lost-requests.test.ts).
 */
const HIGHEST = { node: 255, azure: 126 };
const headerValue = (host: Host) =>
  fc.string({
    unit: fc
      .integer({ min: 32, max: HIGHEST[host] })
      .filter((code) => code !== 127)
      .map((code) => String.fromCharCode(code)),
    maxLength: 60,
  });
const headerName = fc.constantFrom(
  'origin',
  'cookie',
  'authorization',
  'content-type',
  'accept',
  'accept-encoding',
  'if-none-match',
  'traceparent',
  'x-forwarded-for',
  'x-forwarded-host',
  'sec-fetch-site',
  'range',
);

const attempt = (host: Host): fc.Arbitrary<Attempt> =>
  fc.record({
    parameter: fc.oneof(nasty, fc.constantFrom('..', '%2e%2e', '%00', '%', '%zz')),
    query: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...KNOWN), nasty), nasty), { maxLength: 4 }),
    headers: fc.array(fc.tuple(headerName, headerValue(host)), { maxLength: 4 }),
    body: fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .array(member, { maxLength: 5 })
          .map((members) => JSON.stringify(Object.fromEntries(members))),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
      { weight: 1, arbitrary: fc.json({ maxDepth: 12 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '',
          '[]',
          '[['.repeat(5000),
          '{"message":'.repeat(3000),
          'x'.repeat(70_000),
        ),
      },
    ),
  });

describe.each(HOSTS)('whatever is sent to the %s host', (host) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const service = sharedFixture(() => {
    const many = '1000000';
    return startService({
      host,
      answerer: scriptedAnswerer(),
      settings: {
        RATE_LIMIT_SESSION_PER_MINUTE: many,
        RATE_LIMIT_IP_PER_MINUTE: many,
        RATE_LIMIT_IP_READS_PER_MINUTE: many,
      },
    });
  });
  afterAll(async () => {
    agent.destroy();
  });

  function send(
    endpoint: Endpoint,
    { parameter, query, headers, body }: Attempt,
  ): Promise<{ status: number; text: string }> {
    const search = new URLSearchParams(query).toString();
    const path = `${endpointPath(endpoint).replaceAll(/\{\w+\}/g, safePath(parameter))}${search ? `?${search}` : ''}`;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${service.origin}${path}`,
        {
          method: endpoint.method,
          agent,
          headers: { ...Object.fromEntries(headers), ...lengthOf(endpoint, body) },
        },
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
    '%s answers with its own errors and never breaks',
    async (_name, endpoint) => {
      await fc.assert(
        fc.asyncProperty(attempt(host), async (tried) => {
          const { status, text } = await send(endpoint, tried);
          expect(status).toBeGreaterThanOrEqual(200);
          expect(status).toBeLessThan(500);
          // What the platform refuses, or has no route for, it answers itself, with nothing.
          const hasNull = endpoint.route.includes('{') && safePath(tried.parameter).includes('%00');
          const isRefused = host === 'azure' && hasNull;
          if (isRefused) expect([status, text]).toEqual([400, '']);
          if (isRefused || (host === 'azure' && status === 404 && text === '')) return;
          if (status >= 400 && !text.startsWith('<!doctype')) {
            expect(JSON.parse(text)).toMatchObject({
              error: expect.any(String),
              message: expect.any(String),
            });
          }
          expect(text).not.toMatch(/\bat .+\.(ts|js):\d+/);
        }),
        // On both hosts together twice as many; what they share is most of the way of a request.
        { numRuns: 40 },
      );
    },
    60_000,
  );

  test('and afterwards it still serves', async () => {
    expect((await service.get('/api/health')).status).toBe(200);
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
