import { afterEach, describe, expect, test } from 'vitest';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import type { RunningApp } from '../../src/hosts/azure/running-app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { PushedText } from '../../src/http/pushed-text.ts';
import { json, type HttpReply, type HttpRequest } from '../../src/http/request.ts';
import { LIBRARY_CHANGES, type LibraryChange } from '../support/functions-host/azure-changes.ts';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';

let host: AzureHost | undefined;
let telemetry = recordingTelemetry();
afterEach(async () => {
  await host?.close();
  host = undefined;
  telemetry = recordingTelemetry();
});

async function serve(
  change: LibraryChange | undefined,
  run: (request: HttpRequest) => HttpReply | Promise<HttpReply>,
): Promise<string> {
  const endpoints = (['GET', 'POST'] as const).map((method): Endpoint<object> => ({
    name: `show-${method}`,
    method,
    route: 'show/{id}',
    gate: 'anonymous',
    summary: 'show',
    replies: { 200: { description: 'an answer' } },
    run: async (request) => run(request),
  }));
  const started: RunningApp<object> = {
    endpointsOf: () => Promise.resolve(endpoints),
    services: {},
    trustedProxyHops: 2,
    hosts: ['chat.example'],
    close: () => Promise.resolve(),
  };
  host = await startAzureHost({
    register: () =>
      register(addressesOf(endpoints), () => Promise.resolve(started), {
        telemetry: () => Promise.resolve(telemetry),
      }),
    change,
  });
  return `${host.origin}/api/show/mine`;
}

const show = async ({ header, params, query, clientIp, serviceOrigin, body }: HttpRequest) =>
  json(200, {
    cookie: header('cookie'),
    origin: header('origin'),
    params,
    query: query.get('q'),
    clientIp,
    serviceOrigin,
    body: Buffer.from((await body(1024)) as Uint8Array).toString(),
  });

const SENT = {
  method: 'POST',
  body: '{"message":"Grüße"}',
  headers: { cookie: 'real', origin: 'https://real.example', 'x-forwarded-for': '203.0.113.9:4711' },
};

const CAUSES: Record<LibraryChange, string> = {
  'its server is not seen': 'no-server',
  'it listens to requests later': 'no-listener',
  'it has two listeners': 'no-listener',
  'its model is hidden': 'no-invocations',
  'its model is a copy': 'no-invocations',
  'its listener uses the socket': 'placeholder',
  'it reads a request in another way': 'placeholder',
  'it writes a response in another way': 'placeholder',
};

describe.each(LIBRARY_CHANGES)('a library that has changed: %s', (change) => {
  test('requests are answered by the classes of the library, and telemetry records the fallback once', async () => {
    const url = await serve(change, show);
    const answers = [];
    for (const _time of ['first', 'second', 'third']) {
      const response = await fetch(`${url}?q=a%20b`, SENT);
      answers.push([response.status, await response.json()]);
    }
    const seen = {
      cookie: 'real',
      origin: 'https://real.example',
      params: { id: 'mine' },
      query: 'a b',
      clientIp: '203.0.113.9',
      serviceOrigin: host?.origin,
      body: SENT.body,
    };
    expect(answers).toEqual([200, 200, 200].map((status) => [status, seen]));
    expect(telemetry.events).toEqual([
      { type: 'host-integration', state: 'fallback', cause: CAUSES[change] },
    ]);
  });
});

test('an unchanged library needs no fallback', async () => {
  const url = await serve(undefined, show);
  expect((await fetch(url, SENT)).status).toBe(200);
  expect(telemetry.events).toEqual([]);
});

describe('an answer by the library', () => {
  const unseen = 'its server is not seen';

  test('streams a pushed text', async () => {
    const { promise: heard, resolve: goOn } = Promise.withResolvers<void>();
    const body: PushedText = {
      sendTo(sink) {
        sink.write('first');
        void heard.then(() => {
          sink.write('last ');
          sink.write('Grüße');
          sink.end();
        });
        return { resume: () => undefined, stop: () => undefined };
      },
    };
    const response = await fetch(await serve(unseen, () => ({ status: 200, headers: {}, body })));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('first');
    goOn();
    expect((await reader?.read())?.value).toBe('last Grüße');
    expect((await reader?.read())?.done).toBe(true);
  });

  test('ends at a body that fails, and the failure is recorded as a bug', async () => {
    async function* body() {
      yield 'first';
      throw new TypeError('broken on purpose');
    }
    const url = await serve(unseen, () => ({ status: 200, headers: {}, body: body() }));
    expect(await (await fetch(url)).text()).toBe('first');
    await expect
      .poll(() => telemetry.events)
      .toContainEqual(expect.objectContaining({ type: 'bug', errorName: 'TypeError' }));
  });

  test('is 500 for a handler that throws, has every cookie, and has its length for HEAD', async () => {
    const cookies = ['a', 'b'].map((name) => ({ name, value: '1.x-_', maxAgeSeconds: 60, secure: true }));
    const url = await serve(unseen, ({ query }) => {
      if (query.has('broken')) throw new Error('broken on purpose');
      return { status: 200, headers: {}, cookies, body: 'ähnlich' };
    });
    expect((await fetch(`${url}?broken`)).status).toBe(500);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '8']);
    expect(head.headers.getSetCookie()).toEqual(
      ['a', 'b'].map((name) => `${name}=1.x-_; Max-Age=60; Path=/api; HttpOnly; Secure; SameSite=Lax`),
    );
  });

  const FORGED = '{"cookie":"forged","origin":"https://forged.example","x-forwarded-for":"198.51.100.1"}';
  test.each<[what: string, query: string, body: BodyInit, error?: string]>([
    ['a query key', `?HeaderS=${encodeURIComponent(FORGED)}`, '{}'],
    ['a member', '', `{"headers":${FORGED}}`],
    ['a member in another case', '', `{"HeaDers":${FORGED}}`],
    ['an escaped member', '', String.raw`{"\u0048eaders":${FORGED}}`],
    ['a member after a byte order mark', '', `\ufeff{"headers":${FORGED}}`],
    ['a member in UTF-16', '', Buffer.from(`\ufeff{"headers":${FORGED}}`, 'utf16le'), 'invalid-json'],
    [
      'a member in UTF-16 after another space',
      '',
      Buffer.from(`\u3000{"headers":${FORGED}}`, 'utf16le'),
      'invalid-json',
    ],
    ['a member in single quotes', '', `{'headers':${FORGED}}`, 'invalid-json'],
    ['a member with a comma after it', '', `{"headers":${FORGED},}`, 'invalid-json'],
    ['a member after a comment', '', `/**/{"headers":${FORGED}}`, 'invalid-json'],
    ['an unknown body that is too large', '', `{"x":"${'x'.repeat(900_000)}","headers":${FORGED}}`],
  ])(
    'is a refusal of %s that replaces the headers, before a header is read',
    async (_what, query, body, error = 'validation-failed') => {
      const read: string[] = [];
      const url = await serve(unseen, ({ header }) => {
        read.push(String(header('cookie')));
        return { status: 200, headers: {} };
      });
      const response = await fetch(`${url}${query}`, { ...SENT, body });
      expect([response.status, await response.json()]).toMatchObject([400, { error }]);
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
      expect(read).toEqual([]);
    },
  );

  test.each<[string, BodyInit]>([
    ['a file', Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe, 0x7b])],
    ['a text', 'headers: {}'],
    ['broken JSON', '"{'],
    ['nothing', ''],
  ])('has the real headers with %s as a body', async (_what, body) => {
    const url = await serve(unseen, ({ header }) => ({
      status: 200,
      headers: {},
      body: header('cookie') ?? '',
    }));
    expect(await (await fetch(url, { ...SENT, body })).text()).toBe('real');
  });
});
