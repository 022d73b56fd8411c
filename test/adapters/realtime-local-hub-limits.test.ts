import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { agentGroup, ALL_AGENTS, visitorsGroup } from '../../src/platform/rules/realtime-groups.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';
import { connectSocket, openSocket, type RawSocket } from '../support/clients/raw-socket.ts';

const OPEN = { ackId: 1, success: true };
const REFUSED = { ackId: 1, success: false, error: { name: 'Forbidden' } };

describe('The limits of the local hub', () => {
  const sessionId = randomUUID();
  const hub = freshFixture(() => startLocalHub());

  const visitorUrl = async (id = sessionId) => (await hub.realtime.visitorAccess(id, hub.serviceOrigin)).url;
  const agentUrl = async (oid: string) => (await hub.realtime.agentAccess(oid, hub.serviceOrigin)).url;

  async function connect(url: string | Promise<string>): Promise<RawSocket> {
    const client = await connectSocket(await url);
    await client.next();
    return client;
  }

  const visitor = (id = sessionId) => connect(visitorUrl(id));
  const agent = (oid: string) => connect(agentUrl(oid));

  describe('accept only `typing` and `seen`, and only for the session of the group', () => {
    const typing = { type: 'typing', sessionId, from: 'visitor' };
    const seen = { type: 'seen', sessionId, from: 'visitor', seq: 3 };

    async function sent(data: unknown, dataType = 'json', group = sessionId) {
      const [client, other] = [await visitor(), await visitor()];
      client.send({ type: 'sendToGroup', group, ackId: 1, noEcho: true, dataType, data });
      const answer = await client.next();
      other.send({ type: 'ping' });
      const heard = [await other.next()];
      while (JSON.stringify(heard.at(-1)) !== '{"type":"pong"}') heard.push(await other.next());
      return { answer, heard: heard.slice(0, -1) };
    }

    it.each([typing, seen])('allow %j', async (data) => {
      expect(await sent(data)).toMatchObject({ answer: OPEN, heard: [{ from: 'group', data }] });
    });

    it('remove fields that a signal does not have', async () => {
      const { heard } = await sent({ ...typing, text: 'x', __proto__: { a: 1 }, html: '<img>' });
      expect(heard).toMatchObject([{ data: typing }]);
      expect(JSON.stringify(heard)).not.toMatch(/text|html|img/);
    });

    it.each<[string, unknown, string?]>([
      [
        'another kind of event',
        { type: 'message', sessionId, message: { role: 'agent', content: 'Pay here' } },
      ],
      ['a session event', { type: 'session', session: { sessionId, status: 'closed' } }],
      ['a signal in the name of the agent', { ...typing, from: 'agent' }],
      ['a signal about another session', { ...typing, sessionId: randomUUID() }],
      ['a signal about no session', { type: 'typing', from: 'visitor' }],
      ['a negative message number', { ...seen, seq: -1 }],
      ['a text instead of a number', { ...seen, seq: '3' }],
      ['text', JSON.stringify(typing), 'text'],
      ['bytes', 'AAEC', 'binary'],
      ['nothing', null],
    ])('refuse %s', async (_name, data, dataType) => {
      expect(await sent(data, dataType)).toMatchObject({ answer: REFUSED, heard: [] });
    });

    it('let an agent send only as an agent, to the group of a session and to all agents', async () => {
      const [mia, lee] = [await agent('mia'), await agent('lee')];
      for (const group of [sessionId, ALL_AGENTS]) {
        const data = { type: 'typing', sessionId, from: 'agent' };
        mia.send({ type: 'sendToGroup', group, ackId: 1, noEcho: true, data: { ...data, from: 'visitor' } });
        expect(await mia.next()).toMatchObject(REFUSED);
        mia.send({ type: 'sendToGroup', group, noEcho: true, data });
      }
      expect(await lee.next()).toMatchObject({ group: ALL_AGENTS, data: { from: 'agent' } });
    });

    it.each([agentGroup('lee'), visitorsGroup(sessionId), agentGroup('mia'), 'widget:one', 'other'])(
      'keep agents out of groups reserved for the server: %s',
      async (group) => {
        const mia = await agent('mia');
        for (const type of ['joinGroup', 'leaveGroup', 'sendToGroup']) {
          const data = { type: 'typing', sessionId, from: 'agent' };
          mia.send({ type, group, ackId: 1, data });
          expect(await mia.next()).toMatchObject(REFUSED);
        }
      },
    );

    it('refuse more than ten messages a second to one group, without affecting other connections', async () => {
      const [flood, tab, other] = [await visitor(), await visitor(), await visitor(randomUUID())];
      for (let i = 0; i < 30; i++) {
        flood.send({ type: 'sendToGroup', group: sessionId, noEcho: true, data: typing });
      }
      flood.send({ type: 'sendToGroup', group: sessionId, ackId: 1, noEcho: true, data: typing });
      expect(await flood.next()).toMatchObject(REFUSED);
      tab.send({ type: 'ping' });
      await expect.poll(() => tab.received.at(-1)).toEqual({ type: 'pong' });
      expect(tab.received.filter((frame) => JSON.stringify(frame).includes('typing'))).toHaveLength(10);
      expect(other.received).toHaveLength(1);

      hub.clock.advance(1000);
      flood.send({ type: 'sendToGroup', group: sessionId, ackId: 2, noEcho: true, data: typing });
      await expect.poll(() => flood.received.at(-1)).toMatchObject({ ackId: 2, success: true });
    });
  });

  it('allow eight connections of one visitor and twenty of one agent at a time', async () => {
    for (const [url, limit] of [[await visitorUrl(), 8] as const, [await agentUrl('mia'), 20] as const]) {
      const open = await Promise.all(Array.from({ length: limit }, () => connect(url)));
      expect(await openSocket(url)).toBe(429);
      open[0]?.socket.close(1000);
      await open[0]?.closed;
      await connect(url);
    }
  });

  it('count a visitor’s connections apart from an agent whose oid the visitor names', async () => {
    const oid = randomUUID();
    await Promise.all(Array.from({ length: 8 }, () => visitor(oid)));
    expect(await openSocket(await visitorUrl(oid))).toBe(429);
    await agent(oid);
  });

  it('discard 20 messages of 60 kB from each of 300 sockets unread, without delaying other clients', async () => {
    const bystander = await visitor();
    const urls = await Promise.all(Array.from({ length: 300 }, () => visitorUrl(randomUUID())));
    const attackers = await Promise.all(urls.map((url) => connectSocket(url)));
    const big = { type: 'sendToGroup', group: sessionId, data: 'x'.repeat(60_000) };
    const before = { ...hub.realtime.work };
    for (const attacker of attackers) for (let i = 0; i < 20; i++) attacker.send(big);
    const codes = await Promise.all(attackers.map(async ({ closed }) => (await closed).code));
    // Some lines break while the rest is still being sent.
    expect(codes.filter((code) => code !== 1009 && code !== 1006)).toEqual([]);
    expect(hub.realtime.work).toEqual(before);

    await hub.realtime.toGroup(visitorsGroup(sessionId), { type: 'typing', sessionId, from: 'agent' });
    expect(await bystander.next()).toMatchObject({ data: { type: 'typing' } });
    expect(hub.realtime.work.framesSent).toBe(before.framesSent + 1);
  });

  it('bound the work for 300 sockets that flood with small messages', async () => {
    const sessions = Array.from({ length: 40 }, () => randomUUID());
    const attackers = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const own = sessions[index % sessions.length] ?? sessionId;
        return { own, client: await connectSocket(await visitorUrl(own)) };
      }),
    );
    const before = { ...hub.realtime.work };
    for (const { own, client } of attackers) {
      const data = { type: 'typing', sessionId: own, from: 'visitor' };
      for (let i = 0; i < 150; i++) client.send({ type: 'sendToGroup', group: own, data });
    }
    const codes = await Promise.all(attackers.map(async ({ client }) => (await client.closed).code));
    expect(new Set(codes)).toEqual(new Set([1008]));
    const { framesRead, framesSent } = hub.realtime.work;
    // 100 frames of each socket in ten seconds, and 10 messages a second to each session, to 8 sockets at
    // most.
    expect(framesRead - before.framesRead).toBe(300 * 100);
    expect(framesSent - before.framesSent).toBeLessThanOrEqual(40 * 10 * 8 + 300);
  });
});
