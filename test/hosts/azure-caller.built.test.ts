import { describe, expect, test } from 'vitest';
import { addressesOf } from '../../src/hosts/addresses.ts';
import { register } from '../../src/hosts/azure/host.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { startAzureHost } from '../support/functions-host/azure-host.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';

const FORGED = '{"x-forwarded-for":"198.51.100.1","x-arr-log-id":"forged"}';

const telemetry = recordingTelemetry();
const host = sharedFixture(() => {
  const show = (method: 'GET' | 'POST'): Endpoint<object> => ({
    name: `show-${method}`,
    method,
    route: 'show',
    gate: 'anonymous',
    summary: 'show',
    replies: { 200: { description: 'an answer' } },
    run: ({ clientIp, serviceOrigin }) => Promise.resolve(json(200, { clientIp, serviceOrigin })),
  });
  const endpoints = [show('GET'), show('POST')];
  const started = {
    endpointsOf: () => Promise.resolve(endpoints),
    services: {},
    trustedProxyHops: 2,
    hosts: ['chat.example'],
    close: () => Promise.resolve(),
  };
  return startAzureHost({
    register: () =>
      register(addressesOf(endpoints), () => Promise.resolve(started), {
        telemetry: () => Promise.resolve(telemetry),
      }),
  });
});

interface Caller {
  clientIp?: string;
  serviceOrigin: string;
}

async function caller(init: RequestInit & { query?: string } = {}): Promise<Caller> {
  const { query = '', headers, ...rest } = init;
  const answer = await fetch(`${host.origin}/api/show${query}`, {
    ...rest,
    headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9:4711', ...Object.fromEntries(new Headers(headers)) },
  });
  const shown: Caller = await answer.json();
  return shown;
}

const post = (body: BodyInit, more: object = {}) => caller({ method: 'POST', body, ...more });

describe('the address of a client in the cloud', () => {
  test('is the address that the platform received, not the one that the host adds', async () => {
    expect((await caller()).clientIp).toBe('203.0.113.9');
    expect((await post('{"message":"Hello"}')).clientIp).toBe('203.0.113.9');
    expect((await post('')).clientIp).toBe('203.0.113.9');
  });

  test.each([
    ['a query key', { query: `?headers=${encodeURIComponent(FORGED)}` }],
    ['a query key in another case', { query: `?%48eaderS=${encodeURIComponent(FORGED)}` }],
  ])('is unknown with %s that replaces the headers', async (_, init) => {
    expect((await caller(init)).clientIp).toBeUndefined();
    expect((await post('{}', init)).clientIp).toBeUndefined();
  });

  test.each([
    ['a member', `{"headers":${FORGED}}`],
    ['a member in another case', `{"HeaDers":${FORGED}}`],
    ['an escaped member', String.raw`{"\u0048eaders":${FORGED}}`],
    ['a member after a byte order mark', `\ufeff{"headers":${FORGED}}`],
    ['a member in UTF-16', Buffer.from(`\ufeff{"headers":${FORGED}}`, 'utf16le')],
    ['a member in single quotes', `{'headers':${FORGED}}`],
    ['a member without quotes', `{headers:${FORGED}}`],
    ['a member with a comma after it', `{"headers":${FORGED},}`],
    ['a member after a comment', `{/**/"headers":${FORGED}}`],
    ['a body that is too large to look at', `{"x":"${'x'.repeat(65_536)}","headers":${FORGED}}`],
  ])('is unknown with %s that replaces the headers', async (_, body) => {
    expect((await post(body)).clientIp).toBeUndefined();
  });

  test('is unknown if the body declares an unsupported encoding', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-7' };
    expect((await post('{}', { headers })).clientIp).toBeUndefined();
    const usual = { 'content-type': 'application/json; charset="UTF-8"' };
    expect((await post('{}', { headers: usual })).clientIp).toBe('203.0.113.9');
  });

  test('is not read from any other header', async () => {
    const headers = {
      forwarded: 'for=198.51.100.1',
      'client-ip': '198.51.100.1',
      'x-azure-clientip': '198.51.100.1',
      'x-original-for': '198.51.100.1',
      'x-arr-log-id': 'forged',
    };
    expect((await caller({ headers })).clientIp).toBe('203.0.113.9');
  });
});

test('a visitor’s headers do not change the origin of the service', async () => {
  const headers = {
    forwarded: 'host=evil.example;proto=http',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'ftp',
    'x-original-host': 'evil.example',
    'disguised-host': 'evil.example',
  };
  expect((await caller({ headers })).serviceOrigin).toBe(host.origin);
});

test('telemetry counts exactly the calls with an untrusted address', async () => {
  const counted = () => telemetry.events.splice(0);
  counted();
  await caller();
  expect(counted()).toEqual([]);
  await post(`{"headers":${FORGED}}`);
  await caller({ query: '?headers=x' });
  const warning = { type: 'warning', code: 'client-address-not-trusted' };
  expect(counted()).toEqual([warning, warning]);
});
