import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { directory } from '../../src/adapters/realtime/local-hub-directory.ts';
import { visitorsGroup } from '../../src/platform/rules/realtime-groups.ts';
import type { RealtimeEvent } from '../../src/ports.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';
import { connectSocket, type RawSocket } from '../support/clients/raw-socket.ts';

describe('The protocol of the local hub', () => {
  const sessionId = randomUUID();
  const typing = { type: 'typing', sessionId, from: 'visitor' };
  const hub = freshFixture(() => startLocalHub());

  async function visitor(protocols?: string[]): Promise<RawSocket> {
    const { url } = await hub.realtime.visitorAccess(sessionId, hub.serviceOrigin);
    const client = await connectSocket(url, protocols);
    if (client.socket.protocol !== '') await client.next();
    return client;
  }

  it('answers a ping with a pong', async () => {
    const client = await visitor();
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
  });

  it('sends a signal to the group with its sender and group; data without a type is JSON', async () => {
    const client = await visitor();
    const about = { type: 'message', from: 'group', group: sessionId, fromUserId: sessionId };
    for (const dataType of ['json', undefined]) {
      client.send({ type: 'sendToGroup', group: sessionId, dataType, data: typing });
      expect(await client.next()).toEqual({ ...about, dataType: 'json', data: typing });
    }
  });

  it('executes a request once for each ackId and reports a repeat as a duplicate', async () => {
    const client = await visitor();
    client.send({ type: 'joinGroup', group: sessionId, ackId: 7 });
    expect(await client.next()).toEqual({ type: 'ack', ackId: 7, success: true });
    client.send({ type: 'sendToGroup', group: sessionId, ackId: 7, data: typing });
    expect(await client.next()).toMatchObject({
      type: 'ack',
      ackId: 7,
      success: false,
      error: { name: 'Duplicate' },
    });
  });

  it('executes a request again after it was refused', async () => {
    const client = await visitor();
    client.send({ type: 'joinGroup', group: 'agents', ackId: 1 });
    expect(await client.next()).toMatchObject({ ackId: 1, success: false, error: { name: 'Forbidden' } });
    client.send({ type: 'joinGroup', group: sessionId, ackId: 1 });
    expect(await client.next()).toEqual({ type: 'ack', ackId: 1, success: true });
  });

  it('accepts events that have no listener', async () => {
    const client = await visitor();
    client.send({ type: 'event', event: 'hello', ackId: 1, dataType: 'text', data: 'x' });
    expect(await client.next()).toEqual({ type: 'ack', ackId: 1, success: true });
  });

  it('stops sending to a client that has left the group', async () => {
    const [client, other] = [await visitor(), await visitor()];
    client.send({ type: 'leaveGroup', group: sessionId, ackId: 1 });
    await client.next();
    other.send({ type: 'sendToGroup', group: sessionId, ackId: 1, data: typing });
    await other.next();
    await other.next();
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
  });

  it('sends a client without the subprotocol only the data, and ignores its messages', async () => {
    const [simple, client] = [await visitor([]), await visitor()];
    await hub.realtime.toGroup(visitorsGroup(sessionId), event(sessionId));
    expect(await simple.next()).toEqual(event(sessionId));
    simple.send('hello');
    client.send({ type: 'sendToGroup', group: sessionId, data: typing });
    expect(await simple.next()).toEqual(typing);
    expect(client.received).toHaveLength(3);
  });

  it.each<[string, object | string | Buffer, number]>([
    ['that is not JSON', 'hello', 1007],
    ['that is not an object', '[1]', 1007],
    ['of an unknown type', { type: 'shout' }, 1007],
    ['without a group', { type: 'joinGroup' }, 1007],
    ['with a blank group', { type: 'joinGroup', group: ' ' }, 1007],
    ['with an ackId that is not a number', { type: 'joinGroup', group: 'g', ackId: '1' }, 1007],
    ['without content', { type: 'sendToGroup', group: 'g' }, 1007],
    ['with text data that is not text', { type: 'sendToGroup', group: 'g', dataType: 'text', data: 1 }, 1007],
    [
      'with binary data that is not binary',
      { type: 'sendToGroup', group: 'g', dataType: 'binary', data: '*' },
      1007,
    ],
    [
      'that is nested too deeply',
      `{"type":"event","event":"e","data":${'['.repeat(2000)}${']'.repeat(2000)}}`,
      1007,
    ],
    ['in a binary frame', Buffer.from('{"type":"ping"}'), 1007],
    ['larger than 4 KiB', { type: 'event', event: 'e', data: 'x'.repeat(4096) }, 1009],
  ])('closes the connection of a client that sends a message %s', async (_name, frame, code) => {
    const client = await visitor();
    client.send(frame);
    expect((await client.closed).code).toBe(code);
    if (code === 1007) {
      expect(client.received.at(-1)).toMatchObject({ type: 'system', event: 'disconnected' });
    }
  });

  it('closes the connection of a client that floods it, but not of a busy client', async () => {
    const [busy, flood] = [await visitor(), await visitor()];
    for (let i = 0; i < 100; i++) busy.send({ type: 'ping' });
    await expect.poll(() => busy.received.length).toBe(101);
    hub.clock.advance(10_000);
    busy.send({ type: 'ping' });
    await expect.poll(() => busy.received.length).toBe(102);

    for (let i = 0; i < 101; i++) flood.send({ type: 'ping' });
    expect((await flood.closed).code).toBe(1008);
  });
});

describe('The directory of the local hub', () => {
  it('forgets groups that have no member left', () => {
    const members = directory<{ name: string }>();
    const [one, two] = [{ name: 'one' }, { name: 'two' }];
    for (const member of [one, two]) {
      members.add(member);
      members.join(member, 'agents');
      members.join(member, 'den');
    }
    members.leave(one, 'den');
    members.leave(two, 'den');
    members.remove(one);
    expect(members.size()).toEqual({ members: 1, groups: 1 });
    members.remove(two);
    members.join(two, 'den');
    expect(members.size()).toEqual({ members: 0, groups: 0 });
  });
});

function event(id: string): RealtimeEvent {
  const at = '2026-11-20T17:24:00.000Z';
  const times = { createdAt: at, updatedAt: at, lastMessageAt: at };
  return { type: 'session', session: { sessionId: id, status: 'open', messageCount: 1, ...times } };
}
