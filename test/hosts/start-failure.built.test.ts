import { createServer } from 'node:http';
import { InvocationContext, HttpRequest } from '@azure/functions';
import { afterEach, describe, expect, test } from 'vitest';
import { readAllowlist } from '../../src/config/config.ts';
import { AppError } from '../../src/core/errors.ts';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register, type HostOptions } from '../../src/hosts/azure/host.ts';
import type { RunningApp } from '../../src/hosts/azure/running-app.ts';
import { httpHandlers } from '../../src/hosts/azure/handler.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { FileServices } from '../../src/compose/services.ts';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { closeServer, listen } from '../support/servers/listen.ts';

let host: AzureHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

const SITE = 'https://www.example.com';
const SECRET = 'a text that nobody may read';
const allowlist = () => Promise.resolve(readAllowlist({ ALLOWED_ORIGINS: SITE, PLAN_ID: 'no plan' }));

const plan: Endpoint<object> = {
  name: 'plan',
  method: 'GET',
  route: 'plan',
  gate: 'visitor',
  summary: 'plan',
  replies: { 200: { description: 'an answer' } },
  run: () => Promise.resolve({ status: 200, headers: {} }),
};
const started: RunningApp<object> = {
  endpointsOf: () => Promise.reject(Object.assign(new Error(SECRET), { code: 'ERR_MODULE_NOT_FOUND' })),
  services: {},
  trustedProxyHops: 1,
  hosts: [],
  close: () => Promise.resolve(),
};

async function serve(start: () => Promise<RunningApp<object>>, options: HostOptions = {}): Promise<string> {
  host = await startAzureHost({ register: () => register(addressesOf([plan]), start, options) });
  return `${host.origin}/api/plan`;
}

describe('a start that fails', () => {
  test('is recorded as a bug with its class and code, without its text, if telemetry is open', async () => {
    const telemetry = recordingTelemetry();
    const options = { telemetry: () => Promise.resolve(telemetry) };
    const url = await serve(() => Promise.reject(new TypeError(SECRET)), options);
    const response = await fetch(url);
    expect(response.status).toBe(500);
    expect(telemetry.events).toMatchObject([
      {
        type: 'bug',
        errorName: 'TypeError',
        endpoint: 'plan',
        requestId: response.headers.get('x-request-id'),
      },
    ]);
    expect(JSON.stringify(telemetry.events)).not.toContain(SECRET);
    expect(host?.errorLog).toEqual([]);
  });

  test('is written to the log of its invocation, without its text, if telemetry is not open', async () => {
    const telemetry = () => Promise.reject(new Error('telemetry is what failed'));
    await fetch(await serve(() => Promise.reject(new TypeError(SECRET)), { telemetry }));
    expect(host?.errorLog.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'bug', errorName: 'TypeError', endpoint: 'plan' },
    ]);
    expect(host?.errorLog.join()).not.toContain(SECRET);
  });

  test('is recorded if it follows the reply of the early group', async () => {
    const telemetry = recordingTelemetry();
    const early = { ...started, endpointsOf: () => Promise.resolve([plan]), services: {} as FileServices };
    host = await startAzureHost({
      register: () =>
        register(addressesOf([plan], 'files'), () => Promise.reject(new TypeError(SECRET)), {
          early: { group: 'files', start: () => Promise.resolve(early) },
          telemetry: () => Promise.resolve(telemetry),
        }),
    });
    expect((await fetch(`${host.origin}/api/plan`)).status).toBe(200);
    await expect.poll(() => telemetry.events).toMatchObject([{ type: 'bug', errorName: 'TypeError' }]);
  });
});

test('a failure to load the code of an endpoint is recorded with its error code', async () => {
  const telemetry = recordingTelemetry();
  const options = { telemetry: () => Promise.resolve(telemetry) };
  expect((await fetch(await serve(() => Promise.resolve(started), options))).status).toBe(500);
  expect(telemetry.events).toMatchObject([{ type: 'bug', code: 'ERR_MODULE_NOT_FOUND' }]);
});

describe('the reply after a failed start', () => {
  const misconfigured = () => Promise.reject(new AppError('misconfigured', { setting: 'PLAN_ID' }));

  test.each([
    ['JSON', 'application/json', 503, misconfigured],
    ['a page', 'text/html', 503, misconfigured],
    ['JSON for code that is missing', '*/*', 500, () => Promise.resolve(started)],
  ])(
    'as %s has the common headers, and a site of the allowlist may read it',
    async (_form, accept, status, start) => {
      const response = await fetch(await serve(start, { allowlist }), { headers: { accept, origin: SITE } });
      expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
        status,
        {
          'x-request-id': expect.stringMatching(/^[\da-f]{32}$/),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'access-control-allow-origin': SITE,
          vary: 'Origin',
        },
      ]);
    },
  );

  test('allows a preflight, so that the page can read the error', async () => {
    const asked = { origin: SITE, 'access-control-request-method': 'GET' };
    const response = await fetch(await serve(misconfigured, { allowlist }), {
      method: 'OPTIONS',
      headers: asked,
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, SITE]);
  });

  test('is not readable for other sites, even if the allowlist is the wrong setting', async () => {
    const broken = async () => readAllowlist({ ALLOWED_ORIGINS: 'https://www.example.com/path' });
    const response = await fetch(await serve(misconfigured, { allowlist: broken }), {
      headers: { origin: SITE },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([503, null]);
  });

  test('is the same if the code of the answer cannot be loaded', async () => {
    const telemetry = recordingTelemetry();
    const server = createServer((incoming, outgoing) => {
      const handlerOf = httpHandlers({
        calls: {
          exchange: () => ({ incoming, outgoing }),
          isOverdue: () => false,
          fallbackCause: () => 'no-server',
        },
        takeReceived: () => undefined,
        loadReplies: () => Promise.reject(Object.assign(new Error(SECRET), { code: 'ERR_MODULE_NOT_FOUND' })),
        telemetry: () => Promise.resolve(telemetry),
        allowlist,
      });
      const address = { name: 'plan', route: 'api/plan', methods: ['GET'] } as const;
      void handlerOf(address)(
        new HttpRequest({ url: 'http://localhost/placeholder', method: 'GET' }),
        new InvocationContext({ invocationId: '1', functionName: 'plan' }),
      );
    });
    const response = await fetch(await listen(server), { headers: { origin: SITE } });
    expect([response.status, await response.json()]).toMatchObject([500, { error: 'internal-error' }]);
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f]+$/);
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(telemetry.events).toMatchObject([{ type: 'bug', code: 'ERR_MODULE_NOT_FOUND', endpoint: 'plan' }]);
    await closeServer(server);
  });
});
