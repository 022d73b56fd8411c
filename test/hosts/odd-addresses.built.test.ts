import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { readAllowlist } from '../../src/config/config.ts';
import { addressesOf, type Address } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import { nodeHost } from '../../src/hosts/node.ts';
import { routerOf } from '../../src/hosts/routing.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { startAzureHost } from '../support/functions-host/azure-host.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { HOSTS, startService, type Host } from '../support/service/service.ts';

// docs/api.md, Addresses and methods: what each host answers.
const reference = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
const [, section = ''] = reference.split('### Addresses and methods\n');
const rows = (section.split('\n### ', 1)[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));
const documented = (host: Host) =>
  Object.fromEntries(
    rows.map(([, request = '', cloud, local]) => [request, host === 'azure' ? cloud : local]),
  );
const addresses = addressesOf(routes);
const route = routerOf(addresses);
/** The platform answers at the root of the site without the service. */
const belowRoot = addresses.filter(({ route: path }) => path !== '/');
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A path of an address. */
const pathOf = ({ route: path }: Address) => `/${path.replace(/^\//, '')}`.replaceAll(/\{\w+\}/g, '7');
/** A query that each endpoint refuses before its other checks, in the cloud. */
const FORGED = '?headers=forged';
/** Headers that each endpoint which changes something refuses before its other checks, on every host. */
const OTHER_CHARSET = { 'content-type': 'application/json; charset=utf-16' };
/** Whether no address takes a method at a path, that of a parameter included. */
const isWrong = (method: string, path: string) => route({ method, path }) === undefined;

/** A response as the table has it. */
async function told(response: Response): Promise<string> {
  const body = await response.text();
  if (body === '') return `${response.status}, empty`;
  const { error } = z.object({ error: z.string() }).parse(JSON.parse(body));
  return `${response.status} \`${error}\``;
}

/** The answer that all have in common. */
const alike = async (answers: readonly Promise<string>[]) =>
  [...new Set(await Promise.all(answers))].join(' or ');

describe.each(HOSTS)('the addresses of the runtime, on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));
  const ask = (path: string, method = 'GET', headers = {}) =>
    fetch(`${service.origin}${path}`, { method, headers, redirect: 'manual' });
  const expected = documented(host);

  test('are answered as the table says if they are unknown', async () => {
    const unknown = ['/api', '/api/nothing', '/api/sessions/7/nothing', '/nothing', '/api/chat/stream/more'];
    expect(await alike(unknown.map(async (path) => told(await ask(path))))).toBe(
      expected['an unknown address'],
    );
    expect(await told(await ask('/api//chat'))).toBe(expected['two slashes in a row']);
  });

  test('are answered as the table says for a method that they do not have', async () => {
    const calls = belowRoot.flatMap((address) =>
      METHODS.filter((method) => isWrong(method, pathOf(address))).map((method) =>
        ask(pathOf(address), method).then(told),
      ),
    );
    expect(calls.length).toBeGreaterThan(200);
    expect(await alike(calls)).toBe(expected['a method that the address does not have']);
    const ofRoot = ['POST', 'OPTIONS'].map(async (method) => told(await ask('/', method)));
    expect(await alike(ofRoot)).toBe(expected['a method that the root of the site does not have']);
  });

  test('are answered as the table says for HEAD', async () => {
    const refused = addresses.filter((address) => isWrong('GET', pathOf(address)));
    expect(refused.length).toBeGreaterThan(20);
    expect(await alike(refused.map(async (address) => told(await ask(pathOf(address), 'HEAD'))))).toBe(
      expected['`HEAD` at any other address'],
    );
    const answered = addresses.filter(({ methods }) => methods.includes('GET'));
    const asGet = answered.map(async (address) => {
      const path = `${pathOf(address)}${FORGED}`;
      const [got, headed] = [await ask(path), await ask(path, 'HEAD')];
      await got.arrayBuffer();
      const isRefused = host === 'node' || got.status === 400;
      const isSame = isRefused && got.status === headed.status && (await headed.text()) === '';
      return isSame ? 'as `GET`, without a body' : address.name;
    });
    expect(await alike(asGet)).toBe(expected['`HEAD` at an address that has `GET`']);
  });

  test('are answered as the table says for OPTIONS', async () => {
    const visitors = addresses.filter(({ methods }) => methods.includes('OPTIONS'));
    const others = belowRoot.filter((address) => isWrong('OPTIONS', pathOf(address)));
    const options = (those: readonly Address[]) =>
      alike(those.map(async (address) => told(await ask(pathOf(address), 'OPTIONS'))));
    expect(await options(visitors)).toBe(expected["`OPTIONS` at an address that a visitor's page may call"]);
    expect(await options(others)).toBe(expected['`OPTIONS` at any other address']);
  });

  test('are answered as the table says in other case and with a slash at the end', async () => {
    /** Reading is compared with the address itself; each change is refused before anything else. */
    const answerOf = async (path: string, method: string) => {
      if (method !== 'GET') return told(await ask(path, method, OTHER_CHARSET));
      const response = await ask(`${path}${FORGED}`);
      await response.arrayBuffer();
      return `${response.status} ${response.headers.get('content-type')}`;
    };
    const wanted = (address: Address, method: string) =>
      method === 'GET' ? answerOf(pathOf(address), method) : '415 `unsupported-media-type`';
    const found = (pathFor: (address: Address) => string) =>
      alike(
        addresses.flatMap((address) =>
          address.methods
            .filter((method) => METHODS.includes(method))
            .map(async (method) => {
              const answer = await answerOf(pathFor(address), method);
              return answer === (await wanted(address, method))
                ? 'the same address'
                : `${address.name}: ${answer}`;
            }),
        ),
      );
    expect(await found((address) => pathOf(address).toUpperCase())).toBe(
      expected['a path in other case, but for its parameters'],
    );
    expect(await found((address) => `${pathOf(address).replace(/\/$/, '')}/`)).toBe(
      expected['a slash at the end of a path'],
    );
  });
});

const echo = endpoint({
  name: 'echo',
  method: 'GET',
  route: 'echo/{name}',
  gate: 'anonymous',
  summary: 'Answers with its parameter',
  params: z.object({ name: z.string() }),
  replies: { 200: { description: 'The parameter' } },
  handle: ({ params }) => json(200, params),
});
const talk = endpoint({
  name: 'talk',
  method: 'POST',
  route: 'talk',
  gate: 'visitor',
  summary: 'A visitor’s page may call it',
  replies: { 204: { description: 'Nothing' } },
  handle: () => ({ status: 204, headers: {} }),
});

describe.each(HOSTS)('the addresses of an app with platform CORS, on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host: 'node' }));
  const origin = sharedFixture(async () => {
    const endpoints = [echo, talk];
    const services = { ...service.services, allowlist: readAllowlist({ ALLOWED_ORIGINS: '*' }) };
    if (host === 'node') {
      const server = nodeHost({ endpoints, services, trustedProxyHops: 0 });
      return { url: await listen(server), close: () => closeServer(server) };
    }
    const started = {
      endpointsOf: () => Promise.resolve(endpoints),
      services,
      trustedProxyHops: 1,
      hosts: [],
      close: () => Promise.resolve(),
    };
    const azure = await startAzureHost({
      register: () => register(addressesOf(endpoints), () => Promise.resolve(started)),
      allowedOrigins: ['*'],
    });
    return { url: azure.origin, close: azure.close };
  });
  const expected = documented(host);

  test('answer a preflight as the table says', async () => {
    const preflight = async (path: string) => {
      const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
      return told(await fetch(`${origin.url}/api/${path}`, { method: 'OPTIONS', headers }));
    };
    expect(await preflight('talk')).toBe(
      expected["a preflight at an address that a visitor's page may call"],
    );
    expect(await preflight('echo/7')).toBe(expected['a preflight at any other address']);
  });

  test('decode a parameter as the table says', async () => {
    const read = async (segment: string) => {
      const response = await fetch(`${origin.url}/api/ECHO/${segment}`);
      if (!response.ok) return told(response);
      return z.object({ name: z.string() }).parse(await response.json()).name;
    };
    expect([await read('%C3%A4A'), await read('%252F')]).toEqual(['äA', '%2F']);
    expect(expected['a parameter with percent-encoding (`%C3%A4`, `%252F`)']).toBe('decoded once');
    const slash = { 'a%2Fb': 'kept as `%2F`', 'a/b': 'decoded to a slash' }[await read('a%2Fb')];
    expect(slash).toBe(expected['a parameter with an encoded slash (`%2F`)']);
    const invalid = await read('%E0%A4%A');
    expect(invalid === '%E0%A4%A' ? 'kept as it is' : invalid).toBe(
      expected['a parameter with invalid percent-encoding (`%E0%A4%A`)'],
    );
  });
});

test('every row of the table is tested', () => {
  const source = readFileSync(import.meta.filename, 'utf8');
  expect(rows.length).toBeGreaterThan(10);
  for (const [, request = ''] of rows) expect(source).toContain(request);
});
