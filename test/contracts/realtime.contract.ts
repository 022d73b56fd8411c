import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENTS_GROUP, type Realtime, type RealtimeAccess, type RealtimeEvent } from '../../src/ports.ts';
import { connectClient, type RealtimeClient } from '../support/realtime-client.ts';

/** A running real-time service for one test. */
export interface RealtimeSetup {
  realtime: Realtime;
  serviceOrigin: string;
  /** Breaks the line of every connected client. */
  cutLines(): void;
  close(): Promise<void>;
}

/** What every real-time adapter must do, seen through the vendor's own client. */
export function realtimeContract(name: string, start: () => Promise<RealtimeSetup>): void {
  describe(`${name}, as a real-time service`, () => {
    let setup: RealtimeSetup;
    beforeEach(async () => {
      setup = await start();
    });
    const clients: RealtimeClient[] = [];
    afterEach(async () => {
      await Promise.all(clients.splice(0).map((client) => client.stop()));
      await setup.close();
    });

    async function connect(access: () => Promise<RealtimeAccess>): Promise<RealtimeClient> {
      const client = await connectClient(access);
      clients.push(client);
      return client;
    }
    const visitor = (sessionId: string) =>
      connect(() => setup.realtime.visitorAccess(sessionId, setup.serviceOrigin));
    const agent = (oid: string) => connect(() => setup.realtime.agentAccess(oid, setup.serviceOrigin));

    /** Sends one last event to a user; once it is heard, everything sent before would have been heard as well. */
    async function settle(userId: string, client: RealtimeClient): Promise<void> {
      const last = sessionEvent(randomUUID());
      await setup.realtime.toUser(userId, last);
      await expect.poll(() => client.fromServer.at(-1)).toEqual(last);
      client.fromServer.pop();
    }

    it('binds a visitor to their session id and says until when the token is good', async () => {
      const sessionId = randomUUID();
      const access = await setup.realtime.visitorAccess(sessionId, setup.serviceOrigin);
      expect(access.userId).toBe(sessionId);
      expect(access.url).toMatch(/^wss?:\/\//);
      expect(access.expiresAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    });

    it('binds an agent to their oid', async () => {
      expect((await setup.realtime.agentAccess('oid-mia', setup.serviceOrigin)).userId).toBe('oid-mia');
    });

    it('tells a user what is sent to them, on each of their connections', async () => {
      const sessionId = randomUUID();
      const tabs = await Promise.all([visitor(sessionId), visitor(sessionId)]);
      const event = sessionEvent(sessionId);
      await setup.realtime.toUser(sessionId, event);
      for (const tab of tabs) await expect.poll(() => tab.fromServer).toEqual([event]);
    });

    it("puts a visitor into their session's group from the start", async () => {
      const sessionId = randomUUID();
      const client = await visitor(sessionId);
      const event = sessionEvent(sessionId);
      await setup.realtime.toGroup(sessionId, event);
      await expect.poll(() => client.fromServer).toEqual([event]);
    });

    it('puts agents into the group of all agents from the start, and visitors not', async () => {
      const sessionId = randomUUID();
      const [mia, lee, listener] = await Promise.all([agent('mia'), agent('lee'), visitor(sessionId)]);
      const event = sessionEvent(sessionId);
      await setup.realtime.toGroup(AGENTS_GROUP, event);
      await expect.poll(() => mia.fromServer).toEqual([event]);
      await expect.poll(() => lee.fromServer).toEqual([event]);
      await settle(sessionId, listener);
      expect(listener.fromServer).toEqual([]);
    });

    it('keeps from a visitor what is meant for another', async () => {
      const [mine, theirs] = [randomUUID(), randomUUID()];
      const client = await visitor(mine);
      await setup.realtime.toUser(theirs, sessionEvent(theirs));
      await setup.realtime.toGroup(theirs, sessionEvent(theirs));
      await settle(mine, client);
      expect(client.fromServer).toEqual([]);
    });

    it("carries typing between a visitor and an agent through the session's group", async () => {
      const sessionId = randomUUID();
      const [client, mia] = await Promise.all([visitor(sessionId), agent('mia')]);
      expect(await mia.join(sessionId)).toBe('done');

      const fromVisitor = { type: 'typing', sessionId, from: 'visitor' };
      expect(await client.send(sessionId, fromVisitor, { noEcho: true })).toBe('done');
      await expect.poll(() => mia.fromGroups.map(({ data }) => data)).toEqual([fromVisitor]);

      const fromAgent = { type: 'typing', sessionId, from: 'agent' };
      expect(await mia.send(sessionId, fromAgent, { noEcho: true })).toBe('done');
      await expect.poll(() => client.fromGroups.map(({ data }) => data)).toEqual([fromAgent]);
      expect(mia.fromGroups).toHaveLength(1);
    });

    it.each([
      { name: "another session's group", groupFor: () => randomUUID() },
      { name: 'the group of all agents', groupFor: () => AGENTS_GROUP },
      { name: 'a group whose name begins like their own', groupFor: (own: string) => `${own}0` },
    ])('refuses a visitor who wants to listen or send to $name', async ({ groupFor }) => {
      const sessionId = randomUUID();
      const group = groupFor(sessionId);
      const client = await visitor(sessionId);
      expect(await client.join(group)).toBe('Forbidden');
      expect(await client.leave(group)).toBe('Forbidden');
      expect(await client.send(group, { type: 'typing' })).toBe('Forbidden');
      await setup.realtime.toGroup(group, sessionEvent(sessionId));
      await settle(sessionId, client);
      expect(client.fromServer).toEqual([]);
    });

    it('moves every live connection of a user into a group and out of it', async () => {
      const sessionId = randomUUID();
      const consoles = await Promise.all([agent('mia'), agent('mia')]);
      await setup.realtime.join('mia', sessionId);
      const event = sessionEvent(sessionId);
      await setup.realtime.toGroup(sessionId, event);
      for (const one of consoles) await expect.poll(() => one.fromServer).toEqual([event]);

      await setup.realtime.leave('mia', sessionId);
      await setup.realtime.toGroup(sessionId, sessionEvent(sessionId));
      await settle('mia', consoles[0]);
      expect(consoles[0].fromServer).toEqual([event]);
    });

    it('takes sending and joining for someone who is not there as done', async () => {
      await setup.realtime.join('nobody', randomUUID());
      await setup.realtime.leave('nobody', randomUUID());
      await setup.realtime.toUser('nobody', sessionEvent(randomUUID()));
      await setup.realtime.toGroup('no-group', sessionEvent(randomUUID()));
    });

    it('lets a client come back after its line was cut, into the groups of its token', async () => {
      const sessionId = randomUUID();
      const client = await visitor(sessionId);
      setup.cutLines();
      await expect.poll(() => client.connections).toBe(2);
      const event = sessionEvent(sessionId);
      await setup.realtime.toGroup(sessionId, event);
      await expect.poll(() => client.fromServer).toEqual([event]);
    });
  });
}

function sessionEvent(sessionId: string): RealtimeEvent {
  const at = '2026-11-20T17:24:00.000Z';
  const times = { createdAt: at, updatedAt: at, lastMessageAt: at };
  return { type: 'session', session: { sessionId, status: 'open', messageCount: 1, ...times } };
}
