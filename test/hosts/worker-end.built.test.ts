import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import type { RunningApp } from '../../src/hosts/azure/running-app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';

// A worker's behavior when the machine ends it, and when the functions host does.
const MACHINE_DRAIN_MS = 20_000;
const MACHINE_CLOSE_MS = 8_000;
const HOST_CLOSE_MS = 4_000;

let host: AzureHost;
let events: string[];
/** The worker's handler of SIGTERM. The signal itself would also end what runs the tests. */
let endMachine: () => void;
let response: PromiseWithResolvers<undefined>;
let closed: PromiseWithResolvers<undefined>;

const place = { name: 'slow', method: 'GET', route: 'slow', gate: 'anonymous' } as const;
const slow: Endpoint<object> = {
  ...place,
  summary: 'slow',
  replies: { 200: { description: 'an answer' } },
  async run() {
    events.push('asked');
    await response.promise;
    events.push('answered');
    return { status: 200, headers: {} };
  },
};
const started: RunningApp<object> = {
  endpointsOf: () => Promise.resolve([slow]),
  services: {},
  trustedProxyHops: 1,
  hosts: [],
  async close() {
    events.push('closing');
    await closed.promise;
    events.push('closed');
  },
};

beforeEach(async () => {
  events = [];
  response = Promise.withResolvers();
  closed = Promise.withResolvers();
  const exit = vi.fn<(code: unknown) => never>();
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    events.push(`exit ${code}`);
    return exit(code);
  });
  const before = process.listeners('SIGTERM');
  host = await startAzureHost({
    register: () => register(addressesOf([place]), () => Promise.resolve(started)),
  });
  const [added] = process.listeners('SIGTERM').filter((listener) => !before.includes(listener));
  endMachine = () => added?.('SIGTERM');
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  response.resolve(undefined);
  await host.close();
});

/** A request whose answer waits for `response`; resolves once it is being answered. */
async function open(): Promise<{ answer: Promise<Response> }> {
  const answer = fetch(`${host.origin}/api/slow`);
  await expect.poll(() => events).toEqual(['asked']);
  return { answer };
}

/** A worker that has started and has no open response; from here on time is moved. */
async function idle(): Promise<void> {
  const { answer } = await open();
  response.resolve(undefined);
  expect((await answer).status).toBe(200);
  await expect.poll(() => host.openInvocations()).toBe(0);
  events = [];
  holdTime();
}

const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('at SIGTERM an open response is finished, then resources are closed, then the process ends', async () => {
  const { answer } = await open();
  endMachine();
  response.resolve(undefined);
  expect((await answer).status).toBe(200);
  await expect.poll(() => events).toEqual(['asked', 'answered', 'closing']);
  closed.resolve(undefined);
  await expect.poll(() => events).toEqual(['asked', 'answered', 'closing', 'closed', 'exit 0']);
});

test('at SIGTERM a response that does not end is waited for 20 seconds', async () => {
  const { answer } = await open();
  holdTime();
  endMachine();
  await vi.advanceTimersByTimeAsync(MACHINE_DRAIN_MS - 1);
  expect(events).toEqual(['asked']);
  closed.resolve(undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual(['asked', 'closing', 'closed', 'exit 0']);
  vi.useRealTimers();
  response.resolve(undefined);
  expect((await answer).status).toBe(200);
});

test('at SIGTERM the process ends after eight seconds if a close hangs', async () => {
  await idle();
  endMachine();
  await vi.advanceTimersByTimeAsync(MACHINE_CLOSE_MS - 1);
  expect(events).toEqual(['closing']);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual(['closing', 'exit 0']);
});

test('a worker that the functions host ends stops after four seconds if a close hangs', async () => {
  await idle();
  const ended = host.terminate().then(() => events.push('ended'));
  await vi.advanceTimersByTimeAsync(HOST_CLOSE_MS - 1);
  expect(events).toEqual(['closing']);
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(events).toEqual(['closing', 'ended']);
});

test('resources are closed once if both SIGTERM and the functions host end the worker', async () => {
  await idle();
  const ended = host.terminate();
  endMachine();
  closed.resolve(undefined);
  await ended;
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual(['closing', 'closed', 'exit 0']);
});
