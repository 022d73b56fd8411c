import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentGroup, ALL_AGENTS, visitorsGroup } from '../../src/platform/rules/realtime-groups.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';
import { connectSocket, openSocket, type RawSocket } from '../support/clients/raw-socket.ts';

const PATH = '/client/hubs/chat';
const PROTOCOLS = ['json.webpubsub.azure.v1', 'json.reliable.webpubsub.azure.v1'];
const RUNS = 200;

/** Whatever an attacker sends is refused or ignored: the hub stays up, and others hear nothing of it. */
describe('Hostile input to the local hub', () => {
  const mine = randomUUID();
  const theirs = randomUUID();
  /** A visitor and an agent who only listen. */
  let bystanders: RawSocket[];
  const greetings: number[] = [];

  const hub = sharedFixture(() => startLocalHub());
  beforeAll(async () => {
    const { visitorAccess, agentAccess } = hub.realtime;
    bystanders = await Promise.all([
      visitorAccess(theirs, hub.serviceOrigin).then(({ url }) => connectSocket(url)),
      agentAccess('mia', hub.serviceOrigin).then(({ url }) => connectSocket(url, PROTOCOLS.slice(1))),
    ]);
    for (const bystander of bystanders) await bystander.next();
  });
  beforeEach(() => {
    greetings.splice(0, greetings.length, ...bystanders.map(({ received: heard }) => heard.length));
    hub.clock.advance(10_000);
  });

  afterEach(async () => {
    const event = { type: 'typing', sessionId: theirs, from: 'agent' } as const;
    await hub.realtime.toGroup(visitorsGroup(theirs), event);
    await hub.realtime.toGroup(agentGroup('mia'), event);
    for (const [index, { received: heard }] of bystanders.entries()) {
      await expect.poll(() => heard.length).toBe((greetings[index] ?? 0) + 1);
      expect(heard.at(-1)).toMatchObject({ from: 'group', data: event });
    }
  });

  const at = (target: string) => hub.serviceOrigin.replace('http', 'ws') + target;
  const visitorUrl = async () => (await hub.realtime.visitorAccess(mine, hub.serviceOrigin)).url;

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('', ' ', '\u0000', '\ud800', '__proto__', 'x'.repeat(3000)),
  );
  const groups = fc.oneof(
    fc.constantFrom<string>(mine, theirs, mine.toUpperCase(), ALL_AGENTS, agentGroup('mia')),
    fc.constantFrom<string>(visitorsGroup(mine), visitorsGroup(theirs), `widget:${theirs}`, `${mine} `),
    text,
  );
  const signal = fc.record(
    {
      type: fc.oneof(fc.constantFrom('typing', 'seen', 'message', 'session'), text),
      sessionId: groups,
      from: fc.constantFrom('visitor', 'agent', 'server'),
      seq: fc.oneof(fc.integer(), fc.double(), text),
      message: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(2 ** 53, -1, 1e308), text);
  const frame = fc
    .record(
      {
        type: fc.oneof(
          fc.constantFrom(
            'joinGroup',
            'leaveGroup',
            'sendToGroup',
            'event',
            'ping',
            'sequenceAck',
            'message',
          ),
          fc.constantFrom('ack', 'system', 'invoke', 'connected'),
          text,
        ),
        group: fc.oneof(groups, fc.jsonValue()),
        ackId: number,
        sequenceId: number,
        noEcho: fc.oneof(fc.boolean(), text),
        dataType: fc.oneof(fc.constantFrom('json', 'text', 'binary', 'protobuf'), text),
        data: fc.oneof(signal, signal, fc.jsonValue(), text),
        event: text,
        from: fc.constantFrom('server', 'group'),
        toJSON: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify({ ...value }));
  /** Well-formed, so that what it asks for is looked at. */
  const request = fc
    .record({
      type: fc.constantFrom('sendToGroup', 'sendToGroup', 'joinGroup', 'leaveGroup'),
      group: fc.oneof(
        fc.constantFrom<string>(mine, mine, theirs, ALL_AGENTS, agentGroup('mia'), visitorsGroup(theirs)),
        text.filter((name) => name.trim() !== '' && name.length <= 1024),
      ),
      ackId: fc.nat(),
      data: fc.oneof(signal, fc.constant({ type: 'typing', sessionId: mine, from: 'visitor', text: 'x' })),
    })
    .map((value) => JSON.stringify(value));
  const content = fc.oneof(
    { weight: 12, arbitrary: request },
    { weight: 3, arbitrary: frame },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: frame.map((json) => json.slice(0, json.length / 2)) },
    {
      weight: 1,
      arbitrary: fc.nat(120).map((deep) => `{"type":"event","event":"e","data":${'['.repeat(deep)}`),
    },
  );

  it.each(PROTOCOLS)('in frames of %s is refused or ignored', async (protocol) => {
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 20 }), async (frames) => {
        const client = await connectSocket(await visitorUrl(), [protocol]);
        for (const each of frames) client.send(each);
        client.socket.close(1000);
        expect([1000, 1007, 1009]).toContain((await client.closed).code);
        for (const heard of client.received.slice(1)) {
          // Its own signals, answers to its own requests, and the reason why it is closed.
          expect(heard).toMatchObject({
            type: expect.stringMatching(/^(message|ack|pong|system)$/) as unknown,
          });
          if ((heard as { type: string }).type !== 'message') continue;
          expect(heard).toMatchObject({
            from: 'group',
            group: mine,
            fromUserId: mine,
            data: {
              sessionId: mine,
              from: 'visitor',
              type: expect.stringMatching(/^(typing|seen)$/) as unknown,
            },
          });
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('in queries and tokens of the handshake is refused with a status, or with 1008 for a recovery', async () => {
    const nowSeconds = Math.floor(hub.clock.now() / 1000);
    const claims = fc.record(
      {
        sub: fc.oneof(text, fc.jsonValue()),
        aud: fc.oneof(
          fc.constantFrom(`${PATH}/`, PATH.toUpperCase(), 'http://127.0.0.1/client/hubs/chat'),
          text,
        ),
        exp: fc.constantFrom(nowSeconds - 1, -1, nowSeconds + 60),
        nbf: fc.constantFrom(0, nowSeconds + 60),
        role: fc.oneof(text, fc.jsonValue()),
        'webpubsub.group': fc.oneof(groups, fc.jsonValue()),
      },
      { requiredKeys: ['aud'] },
    );
    // Its own key with another audience, or the right audience with another key.
    const foreign = fc.tuple(claims, fc.boolean()).map(([payload, isForged]) => {
      const body = { ...payload, ...(isForged && { aud: PATH }) };
      const unsigned = [{ alg: 'HS256' }, body]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const key = isForged ? randomBytes(32) : hub.signingKey;
      return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`;
    });
    const token = fc.oneof(text, foreign);
    const query = fc.record(
      { access_token: token, awps_connection_id: text, awps_reconnection_token: token },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...PROTOCOLS), async (parts, protocol) => {
        const search = new URLSearchParams();
        for (const [name, part] of Object.entries(parts)) search.set(name, part);
        const opened = await openSocket(at(`${PATH}?${search.toString()}`), [protocol]);
        if (typeof opened === 'number') {
          expect([400, 401]).toContain(opened);
          return;
        }
        expect(search.get('awps_connection_id')).not.toBe('');
        expect((await opened.closed).code).toBe(1008);
        expect(opened.received).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('in the bytes of a handshake or frame closes only its connection', async () => {
    const { port } = new URL(hub.serviceOrigin);
    const { pathname, search } = new URL(await visitorUrl());
    const upgrade = (target: string, extra: string) =>
      [
        `GET ${target} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: Upgrade',
        'Upgrade: websocket',
        extra,
        '\r\n',
      ].join('\r\n');
    const header = fc.constantFrom(
      'Sec-WebSocket-Key: x',
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: ,,',
      'Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: json.webpubsub.azure.v1',
    );
    const target = fc.constantFrom(
      `${PATH}${search}`,
      PATH,
      `${pathname}?%`,
      '/',
      `${PATH}?access_token=%00%ff`,
    );
    await fc.assert(
      fc.asyncProperty(
        target,
        header,
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        async (to, extra, bytes) => {
          const line = connect(Number(port), '127.0.0.1');
          const over = new Promise((resolve) => line.once('close', resolve));
          line.on('error', () => line.destroy());
          line.resume();
          line.write(upgrade(to, extra));
          line.end(Buffer.from(bytes));
          await over;
        },
      ),
      { numRuns: RUNS },
    );
  });
});
