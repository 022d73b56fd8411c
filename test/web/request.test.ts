import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { SignInNeeded, type Access } from '../../src/web/ui/agent-sign-in/access.ts';
import { agentApi } from '../../src/web/ui/agent-api.ts';
import { apiClient, apiPath, backOffMs, Problem } from '../../src/web/ui/request.ts';
import { listen } from '../support/servers/listen.ts';

type Answer = (response: ServerResponse) => void;

const json =
  (status: number, body: object): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const NOT_SIGNED_IN = json(401, { error: 'unauthorized', message: 'Sign in to continue.' });

let asked: Pick<IncomingMessage, 'method' | 'headers'>[] = [];
let answers: Answer[] = [];
let refusals = 0;
const server = createServer((request, response) => {
  asked.push(request);
  const answer = answers.shift();
  if (answer) answer(response);
});
const origin = await listen(server);
const address = `${origin}/api/sessions`;
const client = apiClient({ onRefused: () => refusals++ });

beforeEach(() => {
  asked = [];
  answers = [];
  refusals = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The Problem that a call ends with. */
async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof Problem) return thrown;
  throw new Error('No problem was thrown.', { cause: thrown });
}

describe('an answer of the service', () => {
  test('is read as JSON, or as undefined without a body', async () => {
    answers = [json(200, { ok: true }), (response) => response.writeHead(204).end()];
    expect(await client.get(address)).toEqual({ ok: true });
    expect(await client.send('DELETE', address)).toBeUndefined();
  });

  test('with an error is thrown with its code, sentence and details', async () => {
    const issues = [{ path: 'title', message: 'must not be empty' }];
    answers = [json(400, { error: 'validation-failed', message: 'The request is not valid.', issues })];
    const problem = await problemOf(client.send('PUT', address, { title: '' }));
    expect(problem).toMatchObject({
      code: 'validation-failed',
      message: 'The request is not valid.',
      details: { issues },
    });
  });

  test.each<[name: string, answer: Answer]>([
    ['a proxy’s error page', (response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['an error without a code', json(500, { message: 'x' })],
    ['a broken connection', (response) => response.destroy()],
  ])('that is %s counts as unreachable', async (_name, answer) => {
    answers = [answer];
    expect(await problemOf(client.get(address))).toMatchObject({ code: 'unreachable' });
  });

  test('that is not JSON counts as unreadable', async () => {
    answers = [(response) => response.writeHead(200).end('<!doctype html>')];
    expect(await problemOf(client.get(address))).toMatchObject({ code: 'unreadable' });
  });

  test('that is too late counts as unreachable', async () => {
    expect(await problemOf(client.send('POST', address, {}, { timeoutMs: 20 }))).toMatchObject({
      code: 'unreachable',
    });
  });

  test('is not awaited after the caller has aborted, and causes no problem of the service', async () => {
    const stop = new AbortController();
    const call = client.get(address, { signal: stop.signal });
    stop.abort(new Error('left the view'));
    await expect(call).rejects.toThrow('left the view');
  });
});

test('a request body is sent as JSON with the version on which it is based', async () => {
  answers = [json(200, {})];
  await client.send('PUT', address, { a: 1 }, { etag: '"7"' });
  expect(asked[0]).toMatchObject({
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': '"7"' },
  });
});

describe('credentials', () => {
  /** Issues `token-1`, `token-2`, and so on; a fresh one each time it is asked for one. */
  function tokens(): Access {
    let issued = 1;
    return {
      token: ({ fresh = false } = {}) => Promise.resolve(`token-${fresh ? ++issued : issued}`),
    };
  }
  const authorizations = () => asked.map(({ headers }) => headers.authorization);

  test('an admin whose cookie is refused is notified once, without a repeated request', async () => {
    answers = [NOT_SIGNED_IN];
    expect(await problemOf(client.get(address))).toMatchObject({ code: 'unauthorized' });
    expect([asked.length, refusals]).toEqual([1, 1]);
  });

  test('a refused token of an agent is renewed once', async () => {
    const api = agentApi({ access: tokens(), onSignedOut: () => refusals++ });
    answers = [NOT_SIGNED_IN, json(200, { ok: true })];
    expect(await api.get(address)).toEqual({ ok: true });
    expect(authorizations()).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(refusals).toBe(0);
  });

  test('an agent whose renewed token is refused is signed out', async () => {
    const api = agentApi({ access: tokens(), onSignedOut: () => refusals++ });
    answers = [NOT_SIGNED_IN, NOT_SIGNED_IN];
    expect(await problemOf(api.get(address))).toMatchObject({ code: 'unauthorized' });
    expect([asked.length, refusals]).toEqual([2, 1]);
  });

  test('an agent who has to sign in again sends no request', async () => {
    const access: Access = { token: () => Promise.reject(new SignInNeeded()) };
    const api = agentApi({ access, onSignedOut: () => refusals++ });
    expect(await problemOf(api.get(address))).toMatchObject({ code: 'signed-out' });
    expect([asked.length, refusals]).toEqual([0, 1]);
  });
});

test('a path omits undefined and empty values', () => {
  expect(apiPath('sessions', { status: '', cursor: undefined, limit: 0, q: 'a b' })).toBe(
    '/api/sessions?limit=0&q=a+b',
  );
  expect(apiPath('plan')).toBe('/api/plan');
});

test('the wait doubles with each failure, up to its limit', () => {
  expect([0, 1, 2, 3, 60].map((failures) => backOffMs(failures, 500, 3_000))).toEqual([
    500, 1_000, 2_000, 3_000, 3_000,
  ]);
});
