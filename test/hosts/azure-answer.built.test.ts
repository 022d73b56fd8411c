import { afterEach, expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import type { RunningApp } from '../../src/hosts/azure/running-app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { PushedText } from '../../src/http/pushed-text.ts';
import type { HttpReply, HttpRequest } from '../../src/http/request.ts';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';

let host: AzureHost | undefined;
afterEach(async () => {
  // Fails if a function threw or the library complained in the meantime.
  await host?.close();
  host = undefined;
});

function endpoint(name: string, run: (request: HttpRequest) => HttpReply, at = {}): Endpoint<object> {
  const replies = { 200: { description: 'an answer' } };
  return {
    name,
    method: 'GET',
    route: name,
    gate: 'anonymous',
    summary: name,
    replies,
    run: (request) => Promise.resolve(run(request)),
    ...at,
  };
}

const close = () => Promise.resolve();

const startedWith = (endpoints: Endpoint<object>[]): RunningApp<object> => ({
  endpointsOf: () => Promise.resolve(endpoints),
  services: {},
  trustedProxyHops: 1,
  hosts: [],
  close,
});

async function serve(
  endpoints: Endpoint<object>[],
  start?: () => Promise<RunningApp<object>>,
): Promise<string> {
  host = await startAzureHost({
    register: () =>
      register(addressesOf(endpoints), start ?? (() => Promise.resolve(startedWith(endpoints)))),
  });
  return `${host.origin}/api`;
}

test('a failed start is reported on every route, and each request tries the start again', async () => {
  const endpoints = ['health', 'plan'].map((name) => endpoint(name, () => ({ status: 200, headers: {} })));
  const wrong = new AppError('misconfigured', { setting: 'PLAN_ID' });
  let right = false;
  let starts = 0;
  let prepared = 0;
  const prepare = () => {
    prepared++;
  };
  const start = () => {
    starts++;
    return right ? Promise.resolve({ ...startedWith(endpoints), prepare }) : Promise.reject(wrong);
  };
  const origin = await serve(endpoints, start);
  const plan = await fetch(`${origin}/plan`);
  expect([plan.status, await plan.json()]).toMatchObject([
    503,
    { error: 'misconfigured', setting: 'PLAN_ID' },
  ]);
  expect(await (await fetch(`${origin}/health`)).json()).toMatchObject({ ok: false, error: 'misconfigured' });
  right = true;
  expect((await fetch(`${origin}/plan`)).status).toBe(200);
  expect((await fetch(`${origin}/plan`)).status).toBe(200);
  await expect.poll(() => prepared).toBe(1);
  expect(starts).toBe(3);
});

test('a failed start is shown to a browser as a page with the wrong setting and its expected form', async () => {
  const endpoints = ['dashboard', 'health'].map((name) =>
    endpoint(name, () => ({ status: 200, headers: {} })),
  );
  const details = { setting: 'PLAN_ID', expected: 'PLAN_ID must be one of <start>, growth.' };
  const origin = await serve(endpoints, () => Promise.reject(new AppError('misconfigured', details)));
  const browser = { headers: { accept: 'text/html,application/xhtml+xml' } };
  const page = await fetch(`${origin}/dashboard`, browser);
  expect(page.status).toBe(503);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const text = await page.text();
  expect(text).toContain('The service is not set up correctly.');
  expect(text).toContain('PLAN_ID must be one of &lt;start&gt;, growth.');
  // Health is for programs.
  expect(await (await fetch(`${origin}/health`, browser)).json()).toMatchObject({ ok: false });
});

test('a handler that throws is answered with 500', async () => {
  const origin = await serve([
    endpoint('broken', () => {
      throw new Error('broken on purpose');
    }),
  ]);
  const response = await fetch(`${origin}/broken`);
  expect([response.status, await response.json()]).toMatchObject([500, { error: 'internal-error' }]);
});

test('a body that fails ends the connection, and the function does not fail', async () => {
  const { promise: heard, resolve: breakOff } = Promise.withResolvers<void>();
  async function* body() {
    yield 'first';
    await heard;
    throw new Error('broken on purpose');
  }
  const origin = await serve([endpoint('broken', () => ({ status: 200, headers: {}, body: body() }))]);
  const reader = (await fetch(`${origin}/broken`)).body?.getReader();
  await reader?.read();
  breakOff();
  await expect(reader?.read()).rejects.toThrow('terminated');
});

test('a body is stopped when its client disconnects', async () => {
  let isTold = false;
  async function* endless() {
    try {
      for (let pieces = 0; pieces < 1_000_000; pieces++) {
        yield 'piece';
        await new Promise(setImmediate);
      }
    } finally {
      isTold = true;
    }
  }
  const origin = await serve([endpoint('endless', () => ({ status: 200, headers: {}, body: endless() }))]);
  const leave = new AbortController();
  const response = await fetch(`${origin}/endless`, { signal: leave.signal });
  await response.body?.getReader().read();
  leave.abort();
  await expect.poll(() => isTold).toBe(true);
});

test.each([
  ['a member of the body', '', { headers: { cookie: 'forged' }, id: 'forged', surprise: 'forged' }],
  ['a key of the query', '?headers=%7B%22cookie%22%3A%22forged%22%7D&id=forged&surprise=forged', {}],
])('%s replaces neither a header nor a parameter of the route', async (_what, query, body) => {
  const show = ({ header, params }: HttpRequest) => ({
    status: 200,
    headers: {},
    body: JSON.stringify({ cookie: header('cookie'), params }),
  });
  const origin = await serve([endpoint('show', show, { method: 'POST', route: 'show/{id}' })]);
  const sent = { method: 'POST', body: JSON.stringify(body), headers: { cookie: 'real' } };
  const shown = await (await fetch(`${origin}/show/mine${query}`, sent)).json();
  expect(shown).toEqual({ cookie: 'real', params: { id: 'mine' } });
});

test('an answer has its content-length, and HEAD has the content-length of GET', async () => {
  const origin = await serve([endpoint('known', () => ({ status: 200, headers: {}, body: 'ähnlich' }))]);
  const lengths = ['GET', 'HEAD'].map(async (method) => {
    const response = await fetch(`${origin}/known`, { method });
    return [response.headers.get('content-length'), await response.text()];
  });
  expect(await Promise.all(lengths)).toEqual([
    ['8', 'ähnlich'],
    ['8', ''],
  ]);
});

test('a pushed text is written piece by piece, and the function ends at its end', async () => {
  const { promise: heard, resolve: goOn } = Promise.withResolvers<void>();
  const body: PushedText = {
    sendTo(sink) {
      sink.write('first ');
      void heard.then(() => {
        sink.write('second ');
        sink.write('third');
        sink.end();
      });
      return { resume: () => undefined, stop: () => undefined };
    },
  };
  const origin = await serve([endpoint('pushed', () => ({ status: 200, headers: {}, body }))]);
  const response = await fetch(`${origin}/pushed`);
  expect(host?.openInvocations()).toBe(1);
  goOn();
  expect(await response.text()).toBe('first second third');
  await expect.poll(() => host?.openInvocations()).toBe(0);
});

test('every cookie of an answer is sent', async () => {
  const cookies = ['a', 'b'].map((name) => ({ name, value: '1', maxAgeSeconds: 60, secure: true }));
  const origin = await serve([endpoint('cookies', () => ({ status: 204, headers: {}, cookies }))]);
  const { headers } = await fetch(`${origin}/cookies`);
  expect(headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual(['a=1', 'b=1']);
});

test('resources are closed once when the host ends the worker', async () => {
  let closed = 0;
  const endpoints = [endpoint('plan', () => ({ status: 200, headers: {} }))];
  const closing = async () => {
    closed++;
  };
  const origin = await serve(endpoints, () =>
    Promise.resolve({
      endpointsOf: () => Promise.resolve(endpoints),
      services: {},
      trustedProxyHops: 1,
      hosts: [],
      close: closing,
    }),
  );
  await (await fetch(`${origin}/plan`)).text();
  await host?.terminate();
  await host?.terminate();
  expect(closed).toBe(1);
});
