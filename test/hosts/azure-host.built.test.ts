import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { app, type HttpRequest, type HttpResponseInit } from '@azure/functions';
import { afterEach, describe, expect, test } from 'vitest';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';

type Handler = (request: HttpRequest) => HttpResponseInit | Promise<HttpResponseInit>;

let host: AzureHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

/** Starts a host with functions that are given as `name: [method, route below api/, handler]`. */
async function start(functions: Record<string, [method: 'GET' | 'POST', route: string, handler: Handler]>) {
  host = await startAzureHost({
    register() {
      app.setup({ enableHttpStream: true });
      for (const [name, [method, route, handler]] of Object.entries(functions)) {
        app.http(name, { methods: [method], route: `api/${route}`, authLevel: 'anonymous', handler });
      }
    },
  });
  return host;
}

const say = (text: string) => () => ({ body: text });
/** The parts of a request that the library gives to the handler. */
const echo: Handler = ({ headers, params, query, url }) => ({
  jsonBody: { headers: Object.fromEntries(headers), params, query: Object.fromEntries(query), url },
});

async function seen(response: Response): Promise<Record<string, Record<string, string>>> {
  const answer: Record<string, Record<string, string>> = await response.json();
  return answer;
}

test('a request beyond the queue limit of the host gets 429 without a body or CORS headers', async () => {
  host = await startAzureHost({
    register() {
      app.setup({ enableHttpStream: true });
      app.http('chat', { methods: ['GET'], route: 'api/chat', authLevel: 'anonymous', handler: say('') });
    },
    allowedOrigins: ['*'],
    maxOutstanding: () => 0,
  });
  const response = await fetch(`${host.origin}/api/chat`, { headers: { origin: 'https://www.example.com' } });
  expect([response.status, await response.text()]).toEqual([429, '']);
  for (const name of ['content-type', 'retry-after', 'access-control-allow-origin']) {
    expect([name, response.headers.get(name)]).toEqual([name, null]);
  }
});

describe('routes', () => {
  test('are matched in the order of the functions’ names, even a parameter before a literal', async () => {
    const { origin, functions } = await start({
      zoo: ['GET', 'sessions/search', say('literal')],
      Ant: ['GET', 'sessions/{id}', say('parameter')],
      bee: ['GET', 'sessions/{id:guid}/x', say('guid')],
    });
    expect(functions.map(({ name }) => name)).toEqual(['Ant', 'bee', 'zoo']);
    const text = async (path: string) => (await fetch(`${origin}${path}`)).text();
    expect(await text('/api/sessions/search')).toBe('parameter');
    expect(await text('/API/Sessions/search/')).toBe('parameter');
    expect(await text('/api/sessions/0b9c7a52-2f7e-4b1c-9a53-0c6f4f8f2f11/x')).toBe('guid');
    expect((await fetch(`${origin}/api/sessions/no-guid/x`)).status).toBe(404);
    expect((await fetch(`${origin}/sessions/search`)).status).toBe(404);
  });

  test('are answered with 404 for another method, also for OPTIONS', async () => {
    const { origin } = await start({ chat: ['GET', 'chat', say('')] });
    for (const method of ['POST', 'OPTIONS']) {
      expect((await fetch(`${origin}/api/chat`, { method })).status).toBe(404);
    }
  });
});

describe('an address', () => {
  test.each([
    ['/api/h%65alth', '/api/health'],
    ['/%61pi/x?q=%41', '/api/x?q=%41'],
    ['/api/a%2Fb', '/api/a%252Fb'],
    ['/api/a%252Fb', '/api/a%252Fb'],
    ['/api/p%2541', '/api/p%2541'],
    ['/api/gr%C3%BCn%20%3F', '/api/gr%C3%BCn%20%3F'],
    ['/api/%FC%zz', '/api/%25FC%25zz'],
    ['/api/a/%2e%2e/b/./c', '/api/b/c'],
    ['/api/a/..', '/api/'],
    ['/api/a//b', '/api/a//b'],
  ])('%s reaches the worker decoded and encoded again: %s', async (sent, arrived) => {
    const { origin } = await start({ any: ['GET', '{*path}', say('')] });
    const urls: (string | undefined)[] = [];
    const watch = (event: unknown) => {
      const { headers, url } = (event as { request: IncomingMessage }).request;
      if (headers['x-ms-invocation-id'] !== undefined) urls.push(url);
    };
    subscribe('http.server.request.start', watch);
    const [response] = await once(request(origin, { path: sent }).end(), 'response');
    unsubscribe('http.server.request.start', watch);
    expect([(response as IncomingMessage).statusCode, urls]).toEqual([200, [arrived]]);
    (response as IncomingMessage).resume();
  });

  test.each([
    ['/api/grün', 400],
    ['/api/%00', 400],
    ['http://other.example/api/x', 400],
    ['//api/x', 404],
    ['/api%2Fx', 404],
  ])('%s is answered by the host: %s', async (path, status) => {
    const { origin } = await start({ any: ['GET', '{*path}', say('')] });
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.end(Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`));
    const [line] = (await textOf(socket)).split('\r\n');
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

describe('a request', () => {
  test('has the client’s address last in the forwarded metadata, and the address of the host on the wire', async () => {
    const { origin } = await start({ chat: ['GET', 'chat', echo] });
    const wire: IncomingMessage[] = [];
    const watch = (event: unknown) => wire.push((event as { request: IncomingMessage }).request);
    subscribe('http.server.request.start', watch);
    const sent = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-arr-log-id': 'mine' };
    const { headers } = await seen(await fetch(`${origin}/api/chat`, { headers: sent }));
    unsubscribe('http.server.request.start', watch);
    expect(headers?.['x-forwarded-for']).toMatch(/^203\.0\.113\.9, 127\.0\.0\.1:\d+$/);
    const onWire = wire.find((one) => one.headers['x-ms-invocation-id'] !== undefined)?.headers;
    expect(onWire).toMatchObject({
      'x-forwarded-for': '10.0.0.2',
      'x-forwarded-host': new URL(origin).host,
      'x-forwarded-proto': 'http',
      'x-arr-log-id': headers?.['x-arr-log-id'],
    });
    expect(onWire?.['forwarded']).toBeUndefined();
    expect(headers?.['x-arr-log-id']).not.toBe('mine');
  });

  test('has query values and body members as parameters, and route parameters take precedence', async () => {
    const { origin } = await start({ chat: ['POST', 'chat/{id}', echo] });
    const body = JSON.stringify({ id: 'body', color: 'body', size: 'body' });
    const { params } = await seen(
      await fetch(`${origin}/api/chat/route?id=query&color=query&code=key`, { method: 'POST', body }),
    );
    expect(params).toEqual({ id: 'route', color: 'query', size: 'body' });
  });

  test.each([
    ['a body member', '', '{"headers":{"cookie":"forged"}}'],
    ['a body member in another case', '', '{"hEADERS":{"cookie":"forged"}}'],
    ['a query key', '?headers=%7B%22cookie%22%3A%22forged%22%7D', ''],
    ['a query key in another case', '?%48EADERS=%7B%22cookie%22%3A%22forged%22%7D', ''],
    ['a member after a byte order mark', '', '\ufeff{"headers":{"cookie":"forged"}}'],
    ['a member in UTF-16', '', Buffer.from('\ufeff{"headers":{"cookie":"forged"}}', 'utf16le')],
    ['a member in single quotes', '', "{'headers':{'cookie':'forged'}}"],
    ['a member without quotes', '', '{headers:{cookie:"forged"}}'],
    ['a member with a comma after it', '', '{"headers":{"cookie":"forged",},}'],
    ['a member after a comment', '', '{/* */"headers":{"cookie":"forged"}}'],
    ['an escaped member', '', String.raw`{"\u0048eaders":{"cookie":"forged"}}`],
  ])('has all headers replaced by %s named headers', async (_, query, body) => {
    const { origin } = await start({ chat: ['POST', 'chat', echo] });
    const sent = { method: 'POST', body, headers: { cookie: 'real' } };
    const { headers } = await seen(await fetch(`${origin}/api/chat${query}`, sent));
    expect(headers?.['cookie']).toBe('forged');
    expect(headers?.['x-forwarded-for']).toBeUndefined();
  });

  test.each([
    ['a list', '[{"headers":{"cookie":"forged"}}]'],
    ['broken JSON', '{"headers":{"cookie":"forged"}'],
    ['a body of unknown length', new Blob(['{"headers":{"cookie":"forged"}}']).stream()],
  ])('keeps its headers despite a headers member in %s', async (_, body) => {
    const { origin } = await start({ chat: ['POST', 'chat', echo] });
    const sent = { method: 'POST', body, headers: { cookie: 'real' }, duplex: 'half' };
    const { headers } = await seen(await fetch(`${origin}/api/chat`, sent));
    expect(headers?.['cookie']).toBe('real');
  });

  test('reaches the function with its body, with or without a known length', async () => {
    const { origin } = await start({
      chat: ['POST', 'chat', async (asked) => ({ body: await asked.text() })],
    });
    const text = async (body: string | ReadableStream) => {
      const sent = { method: 'POST', body, duplex: 'half' };
      return (await fetch(`${origin}/api/chat`, sent)).text();
    };
    expect(await text('known')).toBe('known');
    expect(await text(new Blob(['streamed']).stream())).toBe('streamed');
  });
});

describe('the CORS of the platform', () => {
  async function startCors(...allowedOrigins: string[]) {
    host = await startAzureHost({
      allowedOrigins,
      register() {
        app.setup({ enableHttpStream: true });
        const handler = () => ({ body: 'hi', headers: { 'access-control-allow-origin': '*' } });
        app.http('file', { methods: ['GET'], route: 'api/file', handler });
      },
    });
    return `${host.origin}/api/file`;
  }

  test('answers preflights without a max-age', async () => {
    const url = await startCors('https://shop.example');
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
    const answer = await fetch(url, { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, headers.origin]);
    expect(answer.headers.get('access-control-max-age')).toBeNull();
    const refused = await fetch(url, {
      method: 'OPTIONS',
      headers: { ...headers, origin: 'https://evil.example' },
    });
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('replaces the allowed origin of the function for a site on its list', async () => {
    const url = await startCors('https://shop.example');
    const allowed = async (origin: string) =>
      (await fetch(url, { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await allowed('https://shop.example')).toBe('https://shop.example');
    expect(await allowed('https://other.example')).toBe('*');
  });
});

describe('an answer', () => {
  test('keeps its status, headers and every cookie', async () => {
    const cookies = ['a', 'b'].map((name) => ({ name, value: '1', path: '/api' }));
    const { origin } = await start({
      chat: ['GET', 'chat', () => ({ status: 202, headers: { etag: '"x"' }, cookies })],
    });
    const response = await fetch(`${origin}/api/chat`);
    expect(response.status).toBe(202);
    expect(response.headers.get('etag')).toBe('"x"');
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/api', 'b=1; Path=/api']);
  });

  test('is streamed piece by piece', async () => {
    const { promise: heard, resolve: sendLast } = Promise.withResolvers<void>();
    async function* pieces() {
      yield new TextEncoder().encode('first');
      await heard;
      yield new TextEncoder().encode('last');
    }
    const { origin } = await start({ chat: ['GET', 'chat', () => ({ body: pieces() })] });
    const reader = (await fetch(`${origin}/api/chat`)).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toEqual({ done: false, value: 'first' });
    sendLast();
    expect(await reader?.read()).toEqual({ done: false, value: 'last' });
  });
});

describe('a client that disconnects closes the worker’s connection, and the function runs to its end', () => {
  test.each(['before the answer', 'in the middle of it'])('%s', async (when) => {
    const called = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    async function* pieces() {
      yield new TextEncoder().encode('first');
      await gone.promise;
      ended.resolve();
    }
    const { origin } = await start({
      early: [
        'GET',
        'before the answer',
        () => (called.resolve(), gone.promise.then(() => (ended.resolve(), {}))),
      ],
      late: ['GET', 'in the middle of it', () => ({ body: pieces() })],
    });
    const exchanges: ServerResponse[] = [];
    const watch = (event: unknown) => exchanges.push((event as { response: ServerResponse }).response);
    subscribe('http.server.request.start', watch);
    const asked = request(`${origin}/api/${encodeURIComponent(when)}`).end();
    asked.on('error', () => undefined);
    await Promise.race([called.promise, once(asked, 'response')]);
    unsubscribe('http.server.request.start', watch);
    const ofTheWorker = exchanges.find(({ req }) => req.headers['x-ms-invocation-id'] !== undefined);
    if (!ofTheWorker) throw new Error('The worker has seen no request.');
    const closed = once(ofTheWorker, 'close');
    asked.destroy();
    await closed;
    expect(ofTheWorker.writableFinished).toBe(false);
    gone.resolve();
    await ended.promise;
  });
});

test('the error of a function is reported when the host is closed', async () => {
  const broken = await startAzureHost({
    register() {
      app.setup({ enableHttpStream: true });
      app.http('broken', {
        handler: () => {
          throw new Error('broken on purpose');
        },
      });
    },
  });
  expect((await fetch(`${broken.origin}/broken`)).status).toBe(504);
  await expect(broken.close()).rejects.toMatchObject({ errors: [{ message: 'broken on purpose' }] });
});

describe('the root of the site', () => {
  const root = async (route: string | undefined) => {
    host = await startAzureHost({
      register() {
        app.setup({ enableHttpStream: true });
        app.http('home', { methods: ['GET'], ...(route !== undefined && { route }), handler: say('root') });
      },
    });
    const [at, named] = await Promise.all(['/', '/home'].map((path) => fetch(`${host?.origin}${path}`)));
    return [at?.status, named?.status];
  };

  test('is served only by the route "/"; an empty or missing route means the name of the function', async () => {
    expect(await root('/')).toEqual([200, 404]);
    await host?.close();
    expect(await root('')).toEqual([204, 200]);
    await host?.close();
    expect(await root(undefined)).toEqual([204, 200]);
  });

  test.each(['admin/x', '/Runtime'])(
    'cannot be combined with a route that is reserved by the host: %s',
    async (route) => {
      await expect(root(route)).rejects.toThrow('conflicts with one or more built in routes');
    },
  );
});

test('an app without HTTP streaming does not start', async () => {
  const register = () => app.http('chat', { handler: say('') });
  await expect(startAzureHost({ register })).rejects.toThrow('HTTP streaming');
});
