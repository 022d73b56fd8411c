import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { httpActionCalls } from '../../src/adapters/actions/calls.ts';
import {
  developersNetwork,
  publicNetwork,
  type PublicNetwork,
} from '../../src/adapters/public-network/network.ts';
import type { ActionRequest } from '../../src/ports.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startOrderApi } from '../support/servers/order-api.ts';
import { startTlsServer } from '../support/servers/tls-server.ts';

const NEVER = new AbortController().signal;
const METADATA = '169.254.169.254';

describe('an action call', () => {
  const api = freshFixture(startOrderApi);
  const calls = httpActionCalls({ clock: realClock, network: developersNetwork });
  const call = (more: Partial<ActionRequest> = {}, signal = NEVER) =>
    calls.call({ method: 'GET', url: `${api.origin}/orders/1`, headers: {}, ...more }, signal);
  const answered = (listener: RequestListener) => {
    api.answer(listener);
    return call();
  };

  test('sends method, headers and body, and reads JSON', async () => {
    const body = '{"a":"ü"}';
    const headers = { 'x-key': 'secret' };
    expect(await call({ method: 'PATCH', headers, body })).toMatchObject({
      kind: 'answered',
      status: 200,
      body: { status: 'sent' },
    });
    expect(api.requests).toEqual([expect.objectContaining({ method: 'PATCH', url: '/orders/1', body })]);
    expect(api.requests[0]?.headers).toMatchObject({ 'x-key': 'secret', 'accept-encoding': 'identity' });
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const elsewhere = await startOrderApi();
    for (const location of [`${elsewhere.origin}/`, `http://${METADATA}/metadata/instance`]) {
      const answer = await answered((_request, response) => {
        response.writeHead(status, { location }).end();
      });
      expect(answer).toMatchObject({ kind: 'failed', reason: 'redirect', status });
    }
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  test('reads 64 KB, and no more of an answer that does not end', async () => {
    const ok = JSON.stringify({ text: 'x'.repeat(65_000) });
    expect(await answered((_request, response) => void response.end(ok))).toMatchObject({ status: 200 });
    const { promise: closed, resolve } = Promise.withResolvers<number>();
    const answer = await answered((_request, response) => {
      let sent = 0;
      const more = () => {
        if (response.destroyed) return;
        sent++;
        response.write(Buffer.alloc(64 * 1024, 'x'), () => setImmediate(more));
      };
      response.on('close', () => resolve(sent));
      more();
    });
    expect(answer).toMatchObject({ kind: 'failed', reason: 'too-long', status: 200 });
    // Of 100 MB, what fits into the buffers of the two sockets.
    expect(await closed).toBeLessThan(200);
  });

  test.each([
    ['<html>', {}],
    ['{"a":1}', { 'content-encoding': 'gzip' }],
    [`${'['.repeat(200)}${']'.repeat(200)}`, {}],
    ['{"a":1', {}],
  ])('fails if it returns %j with headers %j, which is not usable JSON', async (text, headers) => {
    const answer = await answered((_request, response) => void response.writeHead(200, headers).end(text));
    expect(answer).toMatchObject({ kind: 'failed', reason: 'not-json', status: 200 });
  });

  test('has no body if the response is empty or is a failure page', async () => {
    const of = (status: number, text: string) =>
      answered((_request, response) => void response.writeHead(status).end(text));
    expect(await of(204, '')).toMatchObject({ kind: 'answered', status: 204, body: undefined });
    expect(await of(404, '<html>')).toMatchObject({ kind: 'answered', status: 404, body: undefined });
    expect(await of(400, '{"a":1}')).toMatchObject({ kind: 'answered', status: 400, body: { a: 1 } });
  });

  test('reads JSON with a byte order mark, and keeps numbers as they are written', async () => {
    const answer = await answered((_request, response) => {
      response.end('\ufeff{"order":174322306148984899}');
    });
    expect(answer).toMatchObject({ kind: 'answered', status: 200 });
    expect(JSON.stringify(answer)).toContain('{"order":174322306148984899}');
  });

  test('is aborted with the reason of its caller', async () => {
    const caller = new AbortController();
    api.answer(() => caller.abort(new Error('The turn has ended.')));
    await expect(call({}, caller.signal)).rejects.toThrow('The turn has ended.');
    await expect(call({}, caller.signal)).rejects.toThrow('The turn has ended.');
  });

  test('reports a failure without the address or secrets', async () => {
    const url = 'http://127.0.0.1:1/orders/4711?key=secret';
    const answer = await call({ url, headers: { 'x-key': 'secret' } });
    expect(answer).toMatchObject({ kind: 'failed', reason: 'connection' });
    expect(JSON.stringify(answer)).not.toMatch(/secret|orders|127\.0/);
  });
});

describe('a slow API', () => {
  const api = freshFixture(startOrderApi);

  test('times out after 5 s, even if it sends single bytes', async () => {
    const clock = manualClock();
    const calls = httpActionCalls({ clock, network: developersNetwork });
    const begun = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    api.answer((_request, response) => {
      response.write('{');
      response.on('close', () => ended.resolve(undefined));
      begun.resolve(undefined);
    });
    const answer = calls.call({ method: 'GET', url: `${api.origin}/`, headers: {} }, NEVER);
    await begun.promise;
    clock.advance(4_999);
    clock.advance(1);
    expect(await answer).toEqual({ kind: 'failed', reason: 'timeout', durationMs: 5_000 });
    await ended.promise;
  });

  test('is not called for 30 s after 5 failures, then once', async () => {
    const clock = manualClock();
    const calls = httpActionCalls({ clock, network: developersNetwork });
    const request = { method: 'GET', url: `${api.origin}/`, headers: {} } as const;
    api.answerWith(503);
    for (let number = 1; number <= 5; number++) {
      expect(await calls.call(request, NEVER)).toMatchObject({ kind: 'answered', status: 503 });
    }
    const refused = { kind: 'failed', reason: 'circuit-open', durationMs: 0 };
    expect(await calls.call(request, NEVER)).toEqual(refused);
    expect(api.requests).toHaveLength(5);
    const other = await startOrderApi();
    expect(await calls.call({ ...request, url: other.origin }, NEVER)).toMatchObject({ status: 200 });
    await other.close();
    clock.advance(30_000);
    api.answerWith(200, {});
    const both = await Promise.all([calls.call(request, NEVER), calls.call(request, NEVER)]);
    expect(both).toContainEqual(refused);
    expect(await calls.call(request, NEVER)).toMatchObject({ status: 200 });
  });

  test('is not counted as failing if the request has no time left', async () => {
    const clock = { ...manualClock(), remainingMs: () => 0 };
    const calls = httpActionCalls({ clock, network: developersNetwork });
    const request = { method: 'GET', url: `${api.origin}/`, headers: {} } as const;
    for (let number = 1; number <= 6; number++) {
      expect(await calls.call(request, NEVER)).toMatchObject({ kind: 'failed', reason: 'timeout' });
    }
  });

  test('with errors for single requests does not open the circuit', async () => {
    const calls = httpActionCalls({ clock: manualClock(), network: developersNetwork });
    for (const status of [400, 404, 500, 500, 500, 500, 500, 429]) {
      api.answerWith(status, {});
      const request = { method: 'GET', url: `${api.origin}/`, headers: {} } as const;
      expect(await calls.call(request, NEVER)).toMatchObject({ status });
    }
  });
});

describe('the address of an action', () => {
  const refused = async (
    url: string,
    network: PublicNetwork = publicNetwork,
    privateHosts: string[] = [],
  ) => {
    const calls = httpActionCalls({ clock: realClock, network, privateHosts });
    const answer = await calls.call({ method: 'GET', url, headers: {} }, NEVER);
    return answer.kind === 'failed' ? answer.reason : answer.kind;
  };

  test.each([
    `https://${METADATA}/metadata/instance`,
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.4]/',
    'https://10.0.0.4/',
    'https://168.63.129.16/',
    'https://localhost/',
    'http://api.shop.example/',
    'http://127.0.0.1/',
  ])('%s is not called', async (url) => {
    expect(await refused(url)).toBe('address-refused');
  });

  /** A name whose addresses change with each look-up (DNS rebinding). */
  function rebinding(...answers: string[]): PublicNetwork & { asked: number } {
    const network = {
      asked: 0,
      resolve: () => Promise.resolve([answers[network.asked++] ?? METADATA]),
      isAllowed: publicNetwork.isAllowed,
    };
    return network;
  }

  test('is resolved once, and the connection uses the checked address', async () => {
    const network = rebinding(METADATA);
    expect(await refused('https://api.shop.example/', network)).toBe('address-refused');
    expect(network.asked).toBe(1);
    const server = await startTlsServer((_request, response) => void response.end('{}'));
    const port = Number(new URL(server.origin).port);
    const changes: PublicNetwork = {
      ...rebinding('127.0.0.1', METADATA),
      isAllowed: (address) => address === '127.0.0.1',
      port,
      certificateName: 'localhost',
    };
    expect(await refused('https://api.shop.example/', changes)).toBe('answered');
    await server.close();
  });

  test('may be private only for the hosts and ports that the deployment names', async () => {
    const server = await startTlsServer((_request, response) => void response.end('{}'));
    const at = (address: string): PublicNetwork => ({
      resolve: () => Promise.resolve([address]),
      isAllowed: publicNetwork.isAllowed,
    });
    const hosts = ['orders.internal'];
    expect(await refused('https://orders.internal:8443/', at('10.0.0.4'), hosts)).toBe('address-refused');
    expect(await refused('https://other.internal/', at('10.0.0.4'), hosts)).toBe('address-refused');
    for (const address of [METADATA, '127.0.0.1', '168.63.129.16', '::1', 'fe80::1']) {
      expect(await refused('https://orders.internal/', at(address), hosts)).toBe('address-refused');
    }
    await server.close();
  });
});
