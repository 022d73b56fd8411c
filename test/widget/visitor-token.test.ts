import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../widget/api.ts';
import { entryStateOf, visitorToken } from '../../widget/frame/visitor-token.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { memoryStore } from './support/conversation-alone.ts';

interface Heard {
  path: string;
  authorization: string | undefined;
  body: unknown;
}

let server: Server;
let base = '';
let heard: Heard[] = [];
/** Answers of `widget/token`, in order; the last one is repeated. */
let tokens: [status: number, body: object][] = [];
/** The status of every other call, in order. */
let statuses: number[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk) => (raw += String(chunk)));
    request.on('end', () => {
      const path = (request.url ?? '').replace('/api/', '');
      const { authorization } = request.headers;
      heard.push({ path, authorization, body: raw === '' ? undefined : (JSON.parse(raw) as unknown) });
      const [status, body] =
        path === 'widget/token'
          ? ((tokens.length > 1 ? tokens.shift() : tokens[0]) ?? [500, {}])
          : [statuses.shift() ?? 200, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  base = `${await listen(server)}/api/`;
});
afterEach(() => {
  heard = [];
  tokens = [];
  statuses = [];
});
afterAll(() => closeServer(server));

/** A token as the service answers it. */
const token = (name: string, sessionId = 's1', seconds = 3_600): [number, object] => [
  200,
  {
    token: name,
    sessionId,
    renewal: `renewal of ${name}`,
    expiresAt: new Date(Date.now() + seconds * 1e3).toISOString(),
  },
];

function visitor(kept = memoryStore()) {
  const adopted: string[] = [];
  const replies: Reply[] = [];
  const tokenOf = visitorToken({
    base,
    widgetId: 'w1',
    kept,
    adopt: (sessionId) => adopted.push(sessionId),
    exchange: (post) => post(''),
    onReply: (reply) => replies.push(reply),
  });
  return { ...tokenOf, kept, adopted, replies };
}

const asked = () => heard.filter(({ path }) => path === 'widget/token').map(({ body }) => body);
const called = () => heard.filter(({ path }) => path !== 'widget/token');

describe('the token of a visitor', () => {
  it('is requested once by simultaneous calls and sent with each of them', async () => {
    tokens = [token('a')];
    const { call } = visitor();
    await Promise.all([call('messages?sessionId=s1'), call('negotiate', { sessionId: 's1' })]);
    expect(asked()).toEqual([{ widgetId: 'w1' }]);
    expect(called().map(({ authorization }) => authorization)).toEqual(['Bearer a', 'Bearer a']);
  });

  it('is renewed with the stored renewal before it expires', async () => {
    tokens = [token('a', 's1', 90), token('b')];
    const first = visitor();
    await first.call('messages?sessionId=s1');
    const next = visitor(first.kept);
    await next.call('messages?sessionId=s1');
    expect(asked()[1]).toEqual({ widgetId: 'w1', renewal: 'renewal of a', sessionId: 's1' });
    expect(called().at(-1)?.authorization).toBe('Bearer b');
  });

  it('that the service refuses is replaced only once', async () => {
    tokens = [token('a'), token('b')];
    statuses = [401, 401];
    const { call } = visitor();
    expect((await call('messages?sessionId=s1')).status).toBe(401);
    expect(called().map(({ authorization }) => authorization)).toEqual(['Bearer a', 'Bearer b']);
  });

  it('of another session is not sent with a call, and the caller adopts that session', async () => {
    tokens = [token('a', 's2')];
    const { call, adopted } = visitor();
    expect(await call('chat', { sessionId: 's1', message: 'Hi' })).toEqual({ status: 0, body: {} });
    expect([called(), adopted]).toEqual([[], ['s2']]);
  });

  it('that was given up is replaced by one for a new session, once', async () => {
    tokens = [token('a'), token('b', 's2')];
    const { call, renounce, sessionId, kept } = visitor();
    await call('messages?sessionId=s1');
    renounce();
    await call('chat', { sessionId: 's2', message: 'Hi' });
    expect(asked()[1]).toMatchObject({ fresh: true });
    expect([sessionId(), kept.fields.fresh]).toEqual(['s2', undefined]);
  });

  it('of an earlier conversation is requested with that conversation’s renewal', async () => {
    tokens = [token('a'), token('b', 'earlier')];
    const { call, resume } = visitor();
    await call('messages?sessionId=s1');
    resume('earlier', 'renewal of earlier');
    await call('messages?sessionId=earlier');
    expect(asked()[1]).toEqual({ widgetId: 'w1', renewal: 'renewal of earlier', sessionId: 'earlier' });
  });

  it('with missing fields counts as a failed request', async () => {
    tokens = [[200, { token: 'a' }]];
    const { call } = visitor();
    expect((await call('messages?sessionId=s1')).status).toBe(0);
    expect(called()).toEqual([]);
  });
});

it.each([
  [404, 'widget-not-found', 'unavailable'],
  [403, 'widget-disabled', 'unavailable'],
  [403, 'origin-not-allowed', 'unavailable'],
  [403, 'chat-off', 'unavailable'],
  [401, 'sign-in-required', 'sign-in'],
  [401, 'identity-required', 'expired'],
  [409, 'identity-changed', 'expired'],
  [200, undefined, 'open'],
  [503, 'store-unavailable', undefined],
] as const)('the answer %d %s means %s', (status, error, entry) => {
  expect(entryStateOf({ status, body: { error } })).toBe(entry);
});
