import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../functions/routes.ts';
import { ErrorBody } from '../../src/platform/wire/query-fields.ts';
import { rotate } from '../support/clients/admin.ts';
import { pathOf } from '../support/clients/every-route.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { rawRequest } from '../support/clients/raw-response.ts';
import { HOSTS, startService } from '../support/service/service.ts';

/** A request that hides its client's address from the service in the cloud. */
interface Trick {
  name: string;
  of: 'GET' | 'HEAD' | 'unsafe';
  query?: string;
  contentType?: string;
  body?: string;
  chunked?: boolean;
}

const FORGED = '{"headers":{"x-forwarded-for":"198.51.100.1"}}';

/** Those that every host refuses in the same way. */
const EVERYWHERE: readonly Trick[] = [
  { name: 'the charset utf-16', of: 'unsafe', contentType: 'application/json; charset=utf-16', body: '{}' },
  { name: 'a second charset', of: 'unsafe', contentType: 'a/b; charset=utf-8; charset="utf-7"', body: '{}' },
  { name: 'the charset utf-7 and no body', of: 'unsafe', contentType: 'text/plain;charset=utf-7', body: '' },
];

/** Those that only the cloud's host refuses before the gate. */
const CLOUD: readonly Trick[] = [
  { name: 'a body', of: 'GET', body: '{}' },
  { name: 'a body that is no JSON', of: 'GET', body: 'x' },
  { name: 'a body in chunks', of: 'GET', body: 'x', chunked: true },
  { name: 'a body that is too large', of: 'GET', body: 'x'.repeat(70_000) },
  { name: 'a body', of: 'HEAD', body: '{}' },
  { name: 'a query key for its headers', of: 'GET', query: '?HEADERS=x' },
  { name: 'a query key for its headers', of: 'unsafe', query: '?headers=x', body: '{}' },
  { name: 'a body that is no JSON', of: 'unsafe', body: 'x' },
  { name: 'a body of lenient JSON', of: 'unsafe', body: "{'a':1}" },
  { name: 'a body that is no UTF-8', of: 'unsafe', body: '\u00ff' },
  { name: 'a member for its headers', of: 'unsafe', body: FORGED },
  { name: 'a member for its headers, in chunks', of: 'unsafe', body: FORGED, chunked: true },
  { name: 'a body that is too large', of: 'unsafe', body: JSON.stringify('x'.repeat(70_000)) },
];

const BODY_ERRORS = ['unsupported-media-type', 'invalid-json', 'payload-too-large'];

const takesBlocks = routes.filter(({ blockBytes }) => blockBytes !== undefined);

test('only blocks of files and the form of an e-mail link accept bodies other than JSON', () => {
  const others = takesBlocks.filter(({ route }) => !route.endsWith('/blocks/{index}'));
  expect(others.map(({ method, route }) => `${method} ${route}`)).toEqual(['POST email/{token}']);
  const blocks = takesBlocks.filter((endpoint) => !others.includes(endpoint));
  expect(new Set(blocks.map(({ method }) => method))).toEqual(new Set(['PUT']));
});

/** Why a request was refused, if only because of its query key or its body. */
function reasonOf(status: number, body: string): string {
  const { error, issues = [] } = ErrorBody.parse(JSON.parse(body));
  const isNamed = issues.every(({ path }) => path === 'body' || path.toLowerCase() === 'headers');
  const isRefused = BODY_ERRORS.includes(error) || (error === 'validation-failed' && isNamed);
  return isRefused && status < 500 ? 'refused' : `${status} ${error}`;
}

const casesOn = (host: (typeof HOSTS)[number]) =>
  (host === 'azure' ? [...EVERYWHERE, ...CLOUD] : EVERYWHERE).map(
    (trick) => [trick.of, trick.name, trick] as const,
  );

describe.each(HOSTS)('on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));

  test.each(casesOn(host))(
    'no route accepts a %s request with %s',
    async (of, _, { query = '', contentType = 'application/json', body, chunked = false }) => {
      const isAsked = ({ method }: { method: string }) => (method === 'GET') !== (of === 'unsafe');
      const asked = routes.filter(isAsked).filter((route) => query !== '' || !isBlock(route, contentType));
      expect(asked.length).toBeGreaterThan(20);
      const passed: string[] = [];
      for (const route of asked) {
        const answer = await rawRequest(`${service.origin}${pathOf(route)}${query}`, {
          method: of === 'unsafe' ? route.method : of,
          headers: { 'content-type': contentType, ...(chunked && { 'transfer-encoding': 'chunked' }) },
          ...(body !== undefined && { body: Buffer.from(body, 'latin1') }),
        });
        const text = answer.body.toString();
        const reason = of === 'HEAD' ? headReason(answer.status) : reasonOf(answer.status, text);
        if (reason !== 'refused') passed.push(`${route.method} ${route.route}: ${reason}`);
      }
      expect(passed).toEqual([]);
    },
  );
});

/** A block may hold anything; only its charset can be refused. */
function isBlock(route: (typeof routes)[number], contentType: string): boolean {
  return takesBlocks.includes(route) && !contentType.includes('charset');
}

const headReason = (status: number) => (status === 400 ? 'refused' : String(status));

describe('a field named headers in the cloud', () => {
  const service = sharedFixture(() => startService({ host: 'azure' }));

  test.each(['headers', 'Headers', 'HEADERS'])('is refused as the member %s', async (name) => {
    const response = await service.post('/api/chat', {
      message: 'a',
      [name]: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(400);
    const { error, issues } = ErrorBody.parse(await response.json());
    expect([error, issues?.map(({ path }) => path)]).toEqual(['validation-failed', [name]]);
  });

  // The cloud's library makes headers of every value there, and throws if it cannot.
  test.each([[['a list']], ['text'], [{ 'no name': '1' }], [{ name: '€' }], [null]])(
    'is refused if it is not a set of headers: %j',
    async (headers) => {
      const response = await service.post('/api/chat', { message: 'a', headers });
      expect(response.status).toBe(400);
      expect(ErrorBody.parse(await response.json()).error).toBe('validation-failed');
    },
  );

  test('is refused as a query key of every method', async () => {
    for (const response of [
      await service.get('/api/health?Headers=x'),
      await service.post('/api/negotiate?headers[cookie]=a&headers=b', {}),
    ]) {
      expect(response.status).toBe(400);
      expect(ErrorBody.parse(await response.json()).error).toBe('validation-failed');
    }
  });

  test('is read by no endpoint', () => {
    const reading = routes.filter(({ body, query }) =>
      [body, query].some((schema) => namesOf(schema).some((name) => name.toLowerCase() === 'headers')),
    );
    expect(reading.map(({ name }) => name)).toEqual([]);
  });
});

/** The names of the members of a schema. */
function namesOf(schema: (typeof routes)[number]['body']): string[] {
  const { properties = {}, anyOf = [] } = schema ? z.toJSONSchema(schema, { io: 'input' }) : {};
  return [properties, ...anyOf.map((one) => one.properties ?? {})].flatMap((one) => Object.keys(one));
}

describe('a request with a hidden client address in the cloud', () => {
  const clock = freshFixture(() => manualClock());
  const settings = { RATE_LIMIT_IP_PER_MINUTE: '3', RATE_LIMIT_IP_READS_PER_MINUTE: '3' };
  const service = freshFixture(() => startService({ host: 'azure', clock, settings }));
  const admin = freshFixture(() => rotate(service));

  test('is refused without counting towards a rate limit', async () => {
    const hidden = { 'content-type': 'application/json; charset=utf-16' };
    for (let call = 0; call < 100; call++) {
      expect((await service.post('/api/chat', { message: 'Hello' }, hidden)).status).toBe(415);
    }
    const statuses: number[] = [];
    for (let call = 0; call < 4; call++) {
      statuses.push((await service.post('/api/chat', { message: 'Hello' })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('cannot exceed the limit of admin key guesses by sending blocks of files', async () => {
    const guess = async (key: string) => {
      const answer = await rawRequest(`${service.origin}/api/uploads/${crypto.randomUUID()}/blocks/0`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
        body: Buffer.of(0xff),
      });
      return answer.status;
    };
    for (let call = 0; call < 10; call++) expect(await guess('f'.repeat(48))).toBe(401);
    expect(await guess('f'.repeat(48))).toBe(429);
    expect(await guess(admin.key)).toBe(429);
    const right = { authorization: `Bearer ${admin.key}` };
    expect((await service.get('/api/cost', right)).status).toBe(200);
    clock.advance(60_000);
    expect(await guess(admin.key)).toBe(404);
  });
});
