import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { visitorsGroup } from '../../src/platform/rules/realtime-groups.ts';
import { connectSocket, type RawSocket } from '../support/clients/raw-socket.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';

// The frames of "Azure Web PubSub supported JSON WebSocket subprotocol" and "… reliable JSON …"
// (learn.microsoft.com), taken from there and not from the hub. The tests' stand-in of the service runs the
// hub, so no other test would show a shared misreading.
const text = z.string().min(1);
const dataType = z.enum(['json', 'text', 'binary']);
const message = { type: z.literal('message'), dataType, data: z.unknown() };
const ack = { type: z.literal('ack'), ackId: z.int() };
const DOCUMENTED = {
  connected: z.strictObject({
    type: z.literal('system'),
    event: z.literal('connected'),
    userId: text,
    connectionId: text,
  }),
  'ack of success': z.strictObject({ ...ack, success: z.literal(true) }),
  'ack of an error': z.strictObject({
    ...ack,
    success: z.literal(false),
    error: z.strictObject({
      name: z.enum(['Forbidden', 'InternalServerError', 'Duplicate', 'NotFound']),
      message: text,
    }),
  }),
  'message of a client': z.strictObject({
    ...message,
    from: z.literal('group'),
    group: text,
    fromUserId: text,
  }),
  // "It could be from client pub/sub or from the sendToGroup REST API call": the latter has no sender.
  'message of the service': z.strictObject({ ...message, from: z.literal('group'), group: text }),
  pong: z.strictObject({ type: z.literal('pong') }),
} as const;
const RELIABLE = {
  ...DOCUMENTED,
  connected: DOCUMENTED.connected.extend({ reconnectionToken: text }),
  'message of a client': DOCUMENTED['message of a client'].extend({ sequenceId: z.int().min(1) }),
  'message of the service': DOCUMENTED['message of the service'].extend({ sequenceId: z.int().min(1) }),
} as const;
type Frame = keyof typeof DOCUMENTED;

describe.each([
  ['json.webpubsub.azure.v1', DOCUMENTED],
  ['json.reliable.webpubsub.azure.v1', RELIABLE],
] as const)('The frames of the local hub by %s', (subprotocol, documented) => {
  const sessionId = randomUUID();
  const signal = { type: 'typing', sessionId, from: 'visitor' };
  const hub = freshFixture(() => startLocalHub());

  async function connected(): Promise<{ client: RawSocket; first: unknown }> {
    const { url } = await hub.realtime.visitorAccess(sessionId, hub.serviceOrigin);
    const client = await connectSocket(url, [subprotocol]);
    return { client, first: await client.next() };
  }
  const isDocumented = (frame: Frame, heard: unknown) =>
    expect(documented[frame].safeParse(heard).error?.issues, JSON.stringify(heard)).toBeUndefined();

  it('begin with the documented connected event', async () => {
    isDocumented('connected', (await connected()).first);
  });

  it.each<[object, Frame]>([
    [{ type: 'ping' }, 'pong'],
    [{ type: 'joinGroup', group: sessionId, ackId: 1 }, 'ack of success'],
    [{ type: 'leaveGroup', group: sessionId, ackId: 2 }, 'ack of success'],
    [{ type: 'joinGroup', group: 'agents', ackId: 3 }, 'ack of an error'],
    [{ type: 'sendToGroup', group: 'agents', dataType: 'json', data: signal, ackId: 4 }, 'ack of an error'],
    [{ type: 'event', event: 'hello', dataType: 'text', data: 'x', ackId: 5 }, 'ack of success'],
    [{ type: 'sendToGroup', group: sessionId, dataType: 'json', data: signal }, 'message of a client'],
  ])('answer %j as documented: %s', async (request, frame) => {
    const { client } = await connected();
    client.send(request);
    isDocumented(frame, await client.next());
  });

  it('wrap events as documented, and an acknowledged sequence gets no reply', async () => {
    const { client } = await connected();
    const event = { type: 'seen', sessionId, from: 'agent', seq: 1 } as const;
    await hub.realtime.toGroup(visitorsGroup(sessionId), event);
    isDocumented('message of the service', await client.next());
    client.send({ type: 'sequenceAck', sequenceId: 1 });
    client.send({ type: 'ping' });
    isDocumented('pong', await client.next());
  });
});
