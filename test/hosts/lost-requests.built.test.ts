import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { startAzureHost, type AzureHost } from '../support/functions-host/azure-host.ts';

/** Longer than an invocation may wait for its HTTP request. */
const PATIENCE_MS = 6_000;

let host: AzureHost;
let calls: number;

beforeEach(async () => {
  calls = 0;
  const show: Endpoint<object> = {
    name: 'show',
    method: 'POST',
    route: 'show',
    gate: 'anonymous',
    summary: 'show',
    replies: { 200: { description: 'an answer' } },
    run: async (asked) => {
      calls++;
      const body = await asked.body(1024);
      return { status: 200, headers: {}, body: `${asked.header('x-long')?.length} ${body.length}` };
    },
  };
  const started = {
    endpointsOf: () => Promise.resolve([show]),
    services: {},
    trustedProxyHops: 1,
    hosts: [],
    close: () => Promise.resolve(),
  };
  host = await startAzureHost({
    register: () => register(addressesOf([show]), () => Promise.resolve(started)),
  });
});
afterEach(() => host.close());

/** Sends headers that `fetch` would refuse, and returns the status and the body of the answer. */
function send(headers: Record<string, string>, { query = '', body = '{}' } = {}): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(`${host.origin}/api/show${query}`, { method: 'POST', headers }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Resolves when no invocation holds a place of the instance any more. */
async function idle(): Promise<void> {
  await expect.poll(() => host.openInvocations(), { timeout: PATIENCE_MS }).toBe(0);
}

test('an unknown Expect header is ignored', async () => {
  expect(await send({ expect: 'bogus' })).toEqual([200, 'undefined 2']);
  await idle();
});

test('the longest query and header that the host accepts reach the function', async () => {
  const headers = { 'x-long': 'x'.repeat(31 * 1024) };
  expect(await send(headers, { query: `?q=${'x'.repeat(8_000)}` })).toEqual([200, `${31 * 1024} 2`]);
  await idle();
});

test('an invocation whose request never arrives ends with 500 and frees its place', async () => {
  const statuses = await Promise.all([
    // The host's HTTP client sends only ASCII.
    send({ 'user-agent': 'Zürich-Bot' }),
    // The host breaks off a body that is too large.
    send({ 'transfer-encoding': 'chunked' }, { body: 'x'.repeat(1024 * 1024 + 1) }),
  ]);
  expect(statuses.map(([status]) => status)).toEqual([500, 500]);
  await idle();
  expect(calls).toBe(0);
});

test('a request with an invocation id from the caller ends with 500 immediately', async () => {
  // No time passes for what waits.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const mine = { 'x-ms-invocation-id': 'mine' };
    const statuses = await Promise.all([
      send(mine),
      send(mine),
      send({ 'X-MS-INVOCATION-ID': randomUUID() }),
    ]);
    expect(statuses.map(([status]) => status)).toEqual([500, 500, 500]);
    await idle();
    expect(calls).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
