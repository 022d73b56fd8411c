import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { agentGroup, visitorsGroup } from '../../src/platform/rules/realtime-groups.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';
import { connectSocket, openSocket } from '../support/clients/raw-socket.ts';

const Greeting = z.object({ connectionId: z.string(), reconnectionToken: z.optional(z.string()) });

describe('The local hub over time', () => {
  const sessionId = randomUUID();
  const hub = freshFixture(() => startLocalHub());

  async function visitor() {
    const { url } = await hub.realtime.visitorAccess(sessionId, hub.serviceOrigin);
    const client = await connectSocket(url);
    await client.next();
    return client;
  }

  it('closes the connection of a client that sends nothing between two heartbeats, and keeps the others', async () => {
    const [dead, quiet] = [await visitor(), await visitor()];
    let pings = 0;
    quiet.socket.on('ping', () => pings++);
    dead.socket.pause();
    hub.clock.advance(30_000);
    await expect.poll(() => pings).toBe(1);
    quiet.send({ type: 'ping' });
    expect(await quiet.next()).toEqual({ type: 'pong' });
    hub.clock.advance(30_000);
    await expect.poll(() => pings).toBe(2);
    dead.socket.resume();
    expect((await dead.closed).code).toBe(1006);
    expect(quiet.socket.readyState).toBe(quiet.socket.OPEN);
  });

  it('closes the connection of a client that does not read its messages, and keeps the others', async () => {
    const [stuck, reader] = [await visitor(), await visitor()];
    stuck.socket.pause();
    const at = '2026-11-20T17:24:00.000Z';
    const content = 'x'.repeat(64 * 1024);
    const message = { id: randomUUID(), sessionId, role: 'agent', content, createdAt: at } as const;
    // 30 MB are more than the kernel's buffers and the hub's own bound hold together.
    const rounds = 480;
    for (let seq = 1; seq <= rounds; seq++) {
      await hub.realtime.toGroup(visitorsGroup(sessionId), {
        type: 'message',
        sessionId,
        message: { ...message, seq },
      });
      if (seq % 8 === 0) await expect.poll(() => reader.received.length, { interval: 1 }).toBe(seq + 1);
    }
    stuck.socket.resume();
    expect((await stuck.closed).code).toBe(1006);
    expect(stuck.received.length).toBeLessThan(rounds);
    expect(reader.received).toHaveLength(rounds + 1);
  });

  it.each([['json.webpubsub.azure.v1'], ['json.reliable.webpubsub.azure.v1']])(
    'closes a connection of %s when its token expires, and it cannot be recovered',
    async (protocol) => {
      const { url } = await hub.realtime.agentAccess('mia', hub.serviceOrigin);
      const client = await connectSocket(url, [protocol]);
      const greeting = Greeting.parse(await client.next());
      hub.clock.advance(299_000);
      await hub.realtime.toGroup(agentGroup('mia'), { type: 'typing', sessionId, from: 'agent' });
      expect(await client.next()).toMatchObject({ data: { type: 'typing' } });
      hub.clock.advance(1_000);
      await hub.realtime.toGroup(agentGroup('mia'), { type: 'seen', sessionId, from: 'agent', seq: 1 });
      expect((await client.closed).code).toBe(1008);
      expect(client.received.at(-1)).toMatchObject({ type: 'system', event: 'disconnected' });
      await expect.poll(() => hub.realtime.connectedAgents()).toEqual([]);
      const again = await connectSocket(
        `${url}&awps_connection_id=${greeting.connectionId}&awps_reconnection_token=${greeting.reconnectionToken}`,
        [protocol],
      );
      expect((await again.closed).code).toBe(1008);
      expect(await openSocket(url)).toBe(401);
    },
  );

  it('discards an interrupted connection when its token expires, even if it could be recovered', async () => {
    const { url } = await hub.realtime.agentAccess('mia', hub.serviceOrigin);
    const client = await connectSocket(url, ['json.reliable.webpubsub.azure.v1']);
    const greeting = Greeting.parse(await client.next());
    hub.clock.advance(290_000);
    client.socket.terminate();
    await expect.poll(() => hub.realtime.connectedAgents()).toEqual([]);
    hub.clock.advance(10_000);
    const again = await connectSocket(
      `${url}&awps_connection_id=${greeting.connectionId}&awps_reconnection_token=${greeting.reconnectionToken}`,
      ['json.reliable.webpubsub.azure.v1'],
    );
    expect((await again.closed).code).toBe(1008);
  });

  it('refuses tokens issued before their group was disconnected, and accepts later tokens', async () => {
    const earlier = await hub.realtime.visitorAccess(sessionId, hub.serviceOrigin);
    const client = await connectSocket(earlier.url);
    await client.next();
    await hub.realtime.disconnect(visitorsGroup(sessionId));
    expect((await client.closed).code).toBe(1008);
    expect(await openSocket(earlier.url)).toBe(401);
    await visitor();
    const { url } = await hub.realtime.visitorAccess(randomUUID(), hub.serviceOrigin);
    await connectSocket(url);
  });

  it('closes every connection with code 1001 when it is closed', async () => {
    const clients = [await visitor(), await visitor()];
    await hub.realtime.close();
    for (const client of clients) {
      expect((await client.closed).code).toBe(1001);
      expect(client.received.at(-1)).toMatchObject({ type: 'system', event: 'disconnected' });
    }
  });

  it('closes after a second even if a client does not answer the close', async () => {
    const client = await visitor();
    client.socket.pause();
    const closed = hub.realtime.close();
    hub.clock.advance(1000);
    await closed;
  });

  it('accepts no client after it was closed', async () => {
    const { url } = await hub.realtime.visitorAccess(sessionId, hub.serviceOrigin);
    await hub.realtime.close();
    expect(await openSocket(url)).toBe(200);
  });
});
