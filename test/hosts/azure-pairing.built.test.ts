import { createServer, get, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pairing, type Pairing } from '../../src/hosts/azure/pairing.ts';
import { listen } from '../support/servers/listen.ts';

let server: Server;
let origin: string;
let calls: Pairing;
/** The ids of the requests that have reached the library. */
let reached: string[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  reached = [];
  server = createServer(({ headers }) => {
    const id = String(headers['x-ms-invocation-id']);
    reached.push(id);
    calls.exchange(id)?.outgoing.writeHead(200).end();
  });
  calls = pairing();
  calls.serve(server);
  origin = await listen(server);
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** The status that the request of an invocation is answered with. */
function requestOf(invocationId?: string): Promise<number | undefined> {
  const headers = invocationId === undefined ? {} : { 'x-ms-invocation-id': invocationId };
  return new Promise((resolve, reject) => {
    get(origin, { headers, agent: false }, (response) => {
      response.resume();
      const isPaired = response.statusCode === 200 && calls.fallbackCause() !== 'no-invocations';
      if (isPaired) expect(response.headers['x-ms-invocation-id']).toBe(invocationId);
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

/** Resolves when a request waits for its invocation. */
const arrived = (invocationId: string) => expect.poll(() => calls.exchange(invocationId)).toBeTruthy();

test('a request and its invocation are paired in either order of arrival', async () => {
  calls.invoked('first');
  expect(await requestOf('first')).toBe(200);
  const status = requestOf('second');
  await arrived('second');
  expect(reached).toEqual(['first']);
  calls.invoked('second');
  expect(await status).toBe(200);
  vi.advanceTimersByTime(60_000);
  expect([calls.isOverdue('first'), calls.isOverdue('second')]).toEqual([false, false]);
});

test('an invocation waits for its request for three seconds', async () => {
  calls.invoked('lost');
  vi.advanceTimersByTime(3_000);
  expect(calls.isOverdue('lost')).toBe(false);
  vi.advanceTimersByTime(500);
  await expect.poll(() => reached).toEqual(['lost']);
  expect(calls.isOverdue('lost')).toBe(true);
});

test('a request that waited longer in the server’s queue is not treated as lost', async () => {
  calls.invoked('queued');
  const status = requestOf('queued');
  // Both are sent before the server accepts the first of them.
  vi.advanceTimersByTime(3_500);
  expect(await status).toBe(200);
  expect(calls.isOverdue('queued')).toBe(false);
  expect(reached).toEqual(['queued']);
});

test('a request that arrives after the end of its invocation does not reach the library', async () => {
  calls.invoked('late');
  vi.advanceTimersByTime(3_500);
  await expect.poll(() => reached).toEqual(['late']);
  expect(await requestOf('late')).toBe(500);
  expect(reached).toEqual(['late']);
});

test('only one of two requests of an invocation reaches the library', async () => {
  const one = requestOf('twice');
  await arrived('twice');
  expect(await requestOf('twice')).toBe(500);
  calls.invoked('twice');
  expect(await one).toBe(200);
  expect(reached).toEqual(['twice']);
});

test('a request without an invocation gets 500 after the same time', async () => {
  calls.invoked('other');
  expect(await requestOf('other')).toBe(200);
  const status = requestOf('alone');
  await arrived('alone');
  vi.advanceTimersByTime(3_500);
  expect(await status).toBe(500);
  expect(await requestOf()).toBe(500);
  expect(reached).toEqual(['other']);
});

test('an invocation whose caller sent another invocation id ends immediately, and so does its request', async () => {
  calls.invoked('first', 'own');
  expect(await requestOf('own')).toBe(500);
  await expect.poll(() => reached).toEqual(['first']);
  expect(calls.isOverdue('first')).toBe(true);
  const early = requestOf('other');
  await arrived('other');
  calls.invoked('second', 'other');
  expect(await early).toBe(500);
  await expect.poll(() => reached).toEqual(['first', 'second']);
});

test('at most 1,000 ended invocations are remembered', async () => {
  const ids = Array.from({ length: 1_001 }, (_, id) => String(id));
  for (const id of ids) calls.invoked(id);
  vi.advanceTimersByTime(3_500);
  await expect.poll(() => reached).toHaveLength(1_001);
  expect(ids.filter((id) => calls.isOverdue(id))).toHaveLength(1_000);
});

test('requests reach the library unpaired if no invocation is ever announced', async () => {
  const waiting = requestOf('first');
  await arrived('first');
  vi.advanceTimersByTime(3_500);
  expect(await waiting).toBe(200);
  expect(await requestOf('second')).toBe(200);
  expect([reached, calls.fallbackCause()]).toEqual([['first', 'second'], 'no-invocations']);
});

test('the requests of another server than the library’s reach its own listener', async () => {
  const status = requestOf();
  await expect.poll(() => reached).toEqual(['undefined']);
  server.closeAllConnections();
  await expect(status).rejects.toThrow('socket hang up');
});
