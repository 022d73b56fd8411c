import { randomUUID } from 'node:crypto';
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { describe, expect, it } from 'vitest';
import { agentGroup, visitorsGroup } from '../../src/platform/rules/realtime-groups.ts';
import type { RealtimeEvent } from '../../src/ports.ts';
import { freshFixture } from '../support/fixtures.ts';
import type { ManualClock } from '../support/clocks/manual-clock.ts';
import { connectSocket, openSocket, type RawSocket } from '../support/clients/raw-socket.ts';
import type { RealtimeSetup } from './realtime.contract.ts';

const RELIABLE = 'json.reliable.webpubsub.azure.v1';

interface Greeting {
  event: string;
  connectionId: string;
  reconnectionToken: string;
}

/**
 * `json.reliable.webpubsub.azure.v1`: what is sent to a client while its line is broken comes when it is
 * back.
 */
export function reliableContract(
  name: string,
  recoveryMs: number,
  start: () => Promise<RealtimeSetup & { clock: ManualClock }>,
): void {
  describe(`${name}, with the reliable protocol`, () => {
    const sessionId = randomUUID();
    const setup = freshFixture(() => start());

    const event = (seq: number): RealtimeEvent => ({ type: 'seen', sessionId, from: 'agent', seq });
    const tell = (seq: number) => setup.realtime.toGroup(agentGroup('mia'), event(seq));
    const addressOf = async () => (await setup.realtime.agentAccess('mia', setup.serviceOrigin)).url;

    async function connect(
      protocols = [RELIABLE],
    ): Promise<{ url: string; client: RawSocket; greeting: Greeting }> {
      const url = await addressOf();
      const client = await connectSocket(url, protocols);
      return { url, client, greeting: (await client.next()) as Greeting };
    }

    /** The address at which a broken connection is recovered, as the vendor's client builds it. */
    function recoveryUrl(url: string, { connectionId, reconnectionToken }: Greeting): string {
      const address = new URL(url);
      address.searchParams.append('awps_connection_id', connectionId);
      address.searchParams.append('awps_reconnection_token', reconnectionToken);
      return address.href;
    }

    async function breakLine({ socket, closed }: RawSocket): Promise<void> {
      socket.terminate();
      await closed;
    }

    const numbered = (sequenceId: number) => ({
      sequenceId,
      type: 'message',
      from: 'group',
      group: agentGroup('mia'),
      dataType: 'json',
      data: event(sequenceId),
    });

    /** The frames that a client gets until the pong to its ping. */
    async function heardBy(client: RawSocket): Promise<unknown[]> {
      client.send({ type: 'ping' });
      const heard: unknown[] = [];
      for (;;) {
        const frame = await client.next();
        if (JSON.stringify(frame) === '{"type":"pong"}') return heard;
        heard.push(frame);
      }
    }

    it('sends a reconnection token at the start, and numbers messages from 1', async () => {
      const { client, greeting } = await connect();
      expect(client.socket.protocol).toBe(RELIABLE);
      expect(greeting).toEqual({
        type: 'system',
        event: 'connected',
        userId: 'mia',
        connectionId: expect.any(String) as unknown,
        reconnectionToken: expect.any(String) as unknown,
      });
      await tell(1);
      await tell(2);
      expect(await client.next()).toEqual(numbered(1));
      expect(await client.next()).toEqual(numbered(2));
    });

    it('sends neither numbers nor a token over the plain protocol', async () => {
      const { client, greeting } = await connect(['json.webpubsub.azure.v1', RELIABLE]);
      expect(greeting).not.toHaveProperty('reconnectionToken');
      await tell(1);
      expect(await client.next()).not.toHaveProperty('sequenceId');
    });

    it('sends unacknowledged and missed messages in order after a lost connection is recovered', async () => {
      const { url, client, greeting } = await connect();
      for (const seq of [1, 2, 3]) await tell(seq);
      for (const seq of [1, 2, 3]) expect(await client.next()).toEqual(numbered(seq));
      client.send({ type: 'sequenceAck', sequenceId: 2 });
      await heardBy(client);
      await breakLine(client);
      for (const seq of [4, 5]) await tell(seq);

      const again = await connectSocket(recoveryUrl(url, greeting), [RELIABLE]);
      await tell(6);
      expect(await heardBy(again)).toEqual([3, 4, 5, 6].map(numbered));
    });

    it('keeps groups and the ids of handled requests over a recovery', async () => {
      const { url, client, greeting } = await connect();
      client.send({ type: 'joinGroup', group: sessionId, ackId: 7 });
      expect(await client.next()).toMatchObject({ type: 'ack', ackId: 7, success: true });
      await breakLine(client);

      const again = await connectSocket(recoveryUrl(url, greeting), [RELIABLE]);
      again.send({ type: 'joinGroup', group: sessionId, ackId: 7 });
      expect(await again.next()).toMatchObject({ ackId: 7, success: false, error: { name: 'Duplicate' } });
      again.send({
        type: 'sendToGroup',
        group: sessionId,
        data: { type: 'typing', sessionId, from: 'agent' },
      });
      expect(await again.next()).toMatchObject({
        sequenceId: 1,
        type: 'message',
        from: 'group',
        group: sessionId,
      });
    });

    it('recovers a connection whose old socket is still open, and closes that socket', async () => {
      const { url, client, greeting } = await connect();
      await tell(1);
      const again = await connectSocket(recoveryUrl(url, greeting), [RELIABLE]);
      expect(await heardBy(again)).toEqual([numbered(1)]);
      await client.closed;
      await tell(2);
      expect(await heardBy(again)).toEqual([numbered(2)]);
    });

    it('recovers a connection any number of times', async () => {
      const { url, client, greeting } = await connect();
      let line = client;
      for (let seq = 1; seq <= 5; seq++) {
        await breakLine(line);
        await tell(seq);
        line = await connectSocket(recoveryUrl(url, greeting), [RELIABLE]);
        expect((await heardBy(line)).at(-1)).toEqual(numbered(seq));
      }
    });

    it('recovers a connection within the time limit, and refuses it afterwards', async () => {
      const { url, client, greeting } = await connect();
      await breakLine(client);
      await tell(1);
      setup.clock.advance(recoveryMs - 1);
      const again = await connectSocket(recoveryUrl(url, greeting), [RELIABLE]);
      expect(await heardBy(again)).toEqual([numbered(1)]);

      const sleeping = setup.clock.sleeping();
      await breakLine(again);
      await expect.poll(() => setup.clock.sleeping()).toBeGreaterThan(sleeping);
      setup.clock.advance(recoveryMs);
      const late = await connectSocket(recoveryUrl(url, greeting), [RELIABLE]);
      expect((await late.closed).code).toBe(1008);
    });

    it('does not recover a connection that the client or the server has closed', async () => {
      const left = await connect();
      left.client.socket.close(1000);
      await left.client.closed;
      const broken = await connect();
      broken.client.send('not a frame');
      expect((await broken.client.closed).code).toBe(1007);
      for (const { url, greeting } of [left, broken]) {
        const again = await connectSocket(recoveryUrl(url, greeting), [RELIABLE]);
        expect((await again.closed).code).toBe(1008);
      }
    });

    it.each<[string, (greeting: Greeting) => Greeting]>([
      ['another token', (greeting) => ({ ...greeting, reconnectionToken: 'x'.repeat(43) })],
      ['no token', (greeting) => ({ ...greeting, reconnectionToken: '' })],
      ['an unknown connection', (greeting) => ({ ...greeting, connectionId: randomUUID() })],
    ])('closes a recovery with 1008 for %s', async (_name, change) => {
      const { url, client, greeting } = await connect();
      await breakLine(client);
      const again = await connectSocket(recoveryUrl(url, change(greeting)), [RELIABLE]);
      expect((await again.closed).code).toBe(1008);
      expect(again.received).toEqual([]);
    });

    it('recovers neither with the token of another connection nor over the plain protocol', async () => {
      const [mia, other, plain] = [
        await connect(),
        await connect(),
        await connect(['json.webpubsub.azure.v1']),
      ];
      for (const { client } of [mia, other, plain]) await breakLine(client);
      const { reconnectionToken } = other.greeting;
      for (const { url, greeting } of [mia, plain]) {
        const again = await connectSocket(recoveryUrl(url, { ...greeting, reconnectionToken }), [RELIABLE]);
        expect((await again.closed).code).toBe(1008);
      }
    });

    it('does not recover a connection with more than 1,000 unacknowledged messages', async () => {
      const { url, client, greeting } = await connect();
      await breakLine(client);
      for (let seq = 1; seq <= 1001; seq++) await tell(seq);
      const again = await connectSocket(recoveryUrl(url, greeting), [RELIABLE]);
      expect((await again.closed).code).toBe(1008);
    });

    it('ignores the acknowledgment of a message that was never sent', async () => {
      const { client } = await connect();
      client.send({ type: 'sequenceAck', sequenceId: Number.MAX_SAFE_INTEGER });
      await tell(1);
      expect(await heardBy(client)).toEqual([numbered(1)]);
    });

    it('works with the vendor’s unmodified client, also after a lost connection', async () => {
      const client = new WebPubSubClient(await addressOf());
      const heard: unknown[] = [];
      const states: string[] = [];
      client.on('group-message', ({ message }) => void heard.push(message.data));
      client.on('connected', () => void states.push('connected'));
      client.on('disconnected', () => void states.push('disconnected'));
      await client.start();
      await expect.poll(() => states).toEqual(['connected']);
      await client.joinGroup(sessionId);
      await tell(1);
      await expect.poll(() => heard).toEqual([event(1)]);

      setup.cutLines();
      for (const seq of [2, 3]) await tell(seq);
      await expect.poll(() => heard).toEqual([1, 2, 3].map(event));
      await client.sendToGroup(sessionId, { type: 'typing', sessionId, from: 'agent' }, 'json', {
        noEcho: true,
      });
      expect(states).toEqual(['connected']);
      client.stop();
      await expect.poll(() => states).toEqual(['connected', 'disconnected']);
    });

    it('refuses a visitor’s client a group that is not theirs, as over the plain protocol', async () => {
      const { url } = await setup.realtime.visitorAccess(sessionId, setup.serviceOrigin);
      const opened = await openSocket(url, [RELIABLE]);
      if (typeof opened === 'number') throw new Error(`The handshake was refused with ${opened}.`);
      await opened.next();
      opened.send({ type: 'joinGroup', group: 'agents', ackId: 1 });
      expect(await opened.next()).toMatchObject({ success: false, error: { name: 'Forbidden' } });
      await setup.realtime.toGroup(visitorsGroup(sessionId), event(1));
      expect(await opened.next()).toEqual({ ...numbered(1), group: visitorsGroup(sessionId) });
    });
  });
}
