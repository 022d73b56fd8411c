import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TokenCredential } from '@azure/identity';
import * as z from 'zod/mini';
import { appInsightsTelemetry } from '../../src/adapters/telemetry/app-insights.ts';
import type { Telemetry } from '../../src/ports.ts';
import { startIngestion, type IngestionServer } from '../fakes/ingestion-server.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { startService } from '../support/service/service.ts';
import { telemetryWorker } from './telemetry-worker.ts';

const Item = z.object({ data: z.object({ baseType: z.string(), baseData: z.object({ name: z.string() }) }) });
const Call = z.object({
  data: z.object({
    baseType: z.literal('RemoteDependencyData'),
    baseData: z.object({
      name: z.string(),
      target: z.string(),
      resultCode: z.string(),
      success: z.boolean(),
      type: z.string(),
    }),
  }),
});

let server: IngestionServer;
let worker: URL;
beforeEach(async () => {
  // The SDK's reports about itself go to its makers.
  vi.stubEnv('APPLICATION_INSIGHTS_NO_STATSBEAT', 'true');
  server = await startIngestion();
  worker = telemetryWorker();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const telemetryOf = (): Telemetry =>
  appInsightsTelemetry({ connectionString: server.connectionString, clock: realClock, worker });
const request = (requestId: string) =>
  ({ type: 'request', endpoint: 'chat', method: 'POST', status: 200, durationMs: 12, requestId }) as const;

it('replies, calls with their charge, and other events by name are sent', async () => {
  const telemetry = telemetryOf();
  telemetry.record({ type: 'started', version: '1', components: { store: 'cosmos' }, startupMs: 40 });
  telemetry.record(request('one'));
  telemetry.record({ type: 'dependency', name: 'cosmos.load', durationMs: 3, ok: true, charge: 1.14 });
  telemetry.record({ type: 'dependency', name: 'cosmos.commit', durationMs: 9, ok: false, code: '503' });
  telemetry.record({ type: 'warning', code: 'admin-anonymous-mode' });
  await telemetry.close();
  expect(kinds().toSorted()).toEqual([
    'EventData started',
    'EventData warning',
    'RemoteDependencyData cosmos.commit',
    'RemoteDependencyData cosmos.load',
    'RequestData POST chat',
  ]);
  expect(server.received()).toContain('"requestCharge":"1.14"');
  expect(server.received()).toContain('"responseCode":"200"');
});

it('a call is sent with its name and status, or with its success if it has no status', async () => {
  const telemetry = telemetryOf();
  const call = { type: 'dependency', durationMs: 3 } as const;
  telemetry.record({ ...call, name: 'cosmos.load', ok: true, code: '404' });
  telemetry.record({ ...call, name: 'cosmos.commit', ok: false, code: '503' });
  telemetry.record({ ...call, name: 'cosmos.query', ok: false, code: 'unreachable' });
  telemetry.record({ ...call, name: 'web-pubsub.join', ok: true });
  telemetry.record({ ...call, name: 'web-pubsub.leave', ok: false });
  await telemetry.close();
  const calls = server.items.flatMap((item) => {
    const { success, data } = Call.safeParse(item);
    return success ? [Object.values(data.data.baseData).join(' ')] : [];
  });
  expect(calls.toSorted()).toEqual([
    'cosmos.commit cosmos 503 false Http',
    'cosmos.load cosmos 404 true Http',
    'cosmos.query cosmos unreachable false Http',
    'web-pubsub.join web-pubsub 0 true Http',
    'web-pubsub.leave web-pubsub 1 false Http',
  ]);
});

it('events are sent with a token of the managed identity if there is one', async () => {
  const scopes: (string | string[])[] = [];
  const getToken = (scope: string | string[]) => {
    scopes.push(scope);
    return Promise.resolve({ token: 'token-of-the-identity', expiresOnTimestamp: Date.now() + 3_600_000 });
  };
  const telemetry = appInsightsTelemetry({
    connectionString: server.connectionString,
    credential: () => Promise.resolve({ getToken }),
    clock: realClock,
    worker,
  });
  telemetry.record(request('one'));
  await telemetry.close();
  expect(kinds()).toEqual(['RequestData POST chat']);
  expect(server.received()).toContain('"authorization":"Bearer token-of-the-identity"');
  expect(scopes.flat()).toContain('https://monitor.azure.com/.default');
});

it('the SDK is not loaded before the first reply', async () => {
  const clock = manualClock();
  const telemetry = appInsightsTelemetry({ connectionString: server.connectionString, clock, worker });
  telemetry.record({ type: 'warning', code: 'no-model-connected' });
  expect(clock.sleeping()).toBe(0);
  telemetry.record(request('one'));
  expect(clock.sleeping()).toBe(1);
  await telemetry.close();
  expect(kinds().toSorted()).toEqual(['EventData warning', 'RequestData POST chat']);
});

it('the SDK is loaded after a second without events, or after half a minute at the latest', async () => {
  const clock = manualClock();
  const credential = vi.fn(() => Promise.reject<TokenCredential>(new Error('The SDK is there.')));
  const { connectionString } = server;
  const telemetry = appInsightsTelemetry({ connectionString, clock, credential, worker });
  const second = async () => {
    clock.advance(999);
    telemetry.record({ type: 'warning', code: 'no-model-connected' });
    clock.advance(1);
    await expect.poll(() => clock.sleeping()).toBe(1);
  };
  telemetry.record(request('one'));
  for (let passed = 0; passed < 29; passed++) await second();
  expect(credential).not.toHaveBeenCalled();
  clock.advance(999);
  await expect.poll(() => credential.mock.calls).toHaveLength(1);
  await telemetry.close();
});

it('events recorded while the SDK was loading are sent when the instance ends', async () => {
  const clock = manualClock();
  const getToken = () => Promise.resolve({ token: 'token', expiresOnTimestamp: Date.now() + 3_600_000 });
  const credential = vi.fn(() => Promise.resolve({ getToken }));
  const { connectionString } = server;
  const telemetry = appInsightsTelemetry({ connectionString, clock, credential, worker });
  telemetry.record(request('one'));
  clock.advance(1_000);
  await expect.poll(() => credential.mock.calls, { interval: 1 }).toHaveLength(1);
  telemetry.record(request('two'));
  const closed = telemetry.close();
  await new Promise((resolve) => setImmediate(resolve));
  // The time that the SDK has to send what it holds begins when it is loaded.
  clock.advance(5_000);
  await closed;
  expect(server.received()).toContain('"requestId":"one"');
  expect(server.received()).toContain('"requestId":"two"');
});

it('a failed start of the SDK is retried with a later reply, and the waiting events are sent then', async () => {
  let tries = 0;
  const clock = manualClock();
  const telemetry = appInsightsTelemetry({
    connectionString: server.connectionString,
    credential: () => {
      if (++tries === 1) throw new Error('The identity is away.');
      return Promise.resolve({
        getToken: () => Promise.resolve({ token: 'token', expiresOnTimestamp: Date.now() + 3_600_000 }),
      });
    },
    clock,
    worker,
  });
  telemetry.record(request('one'));
  clock.advance(1_000);
  await expect.poll(() => tries).toBe(1);
  const sleepers = () => {
    telemetry.record(request('two'));
    return clock.sleeping();
  };
  await expect.poll(sleepers).toBe(1);
  clock.advance(1_000);
  await expect.poll(() => tries).toBe(2);
  await telemetry.close();
  expect(server.received()).toContain('"requestId":"one"');
});

it('the SDK is started again after it crashed, which is reported once, and no waiting event is lost', async () => {
  const clock = manualClock();
  let starts = 0;
  const telemetry = appInsightsTelemetry({
    connectionString: server.connectionString,
    credential: () => {
      starts++;
      const getToken = () => Promise.resolve({ token: 'token', expiresOnTimestamp: Date.now() + 3_600_000 });
      return Promise.resolve({ getToken });
    },
    clock,
    worker: telemetryWorker({ fails: 2 }),
  });
  telemetry.record(request('first'));
  const start = () => {
    telemetry.record(request('later'));
    clock.advance(1_000);
    return starts;
  };
  await expect.poll(start).toBe(3);
  await telemetry.close();
  expect(server.received()).toContain('"requestId":"first"');
  expect(kinds().filter((kind) => kind === 'EventData warning')).toEqual(['EventData warning']);
});

it('message text, session ids and query strings are never sent', async () => {
  const canary = `canary${randomUUID().replaceAll('-', '')}`;
  const sessionId = randomUUID();
  const service = await startService({ telemetry: telemetryOf() });
  const query = `code=${canary}&access_token=${canary}&sessionId=${sessionId}`;
  await service.post(`/api/chat?${query}`, { sessionId, message: `Hello ${canary}` });
  await service.post(`/api/chat?${query}`, { sessionId, message: canary.repeat(200) });
  await service.post('/api/chat', `{"message": "${canary}`);
  await service.get(`/api/messages?sessionId=${sessionId}&${query}`);
  await service.get(`/api/sessions/search?q=${canary}&${query}`);
  await service.get(`/api/${canary}?${query}`);
  await service.close();
  expect(server.items.length).toBeGreaterThan(5);
  expect(server.received()).not.toContain(canary);
  expect(server.received()).not.toContain(sessionId);
});

/** The kind and name of each item, without the SDK's own items. */
function kinds(): string[] {
  return server.items.flatMap((item) => {
    const parsed = Item.safeParse(item);
    return parsed.success ? [`${parsed.data.data.baseType} ${parsed.data.data.baseData.name}`] : [];
  });
}
