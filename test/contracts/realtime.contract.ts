import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  agentGroup,
  ALL_AGENTS,
  visitorsGroup,
  type EventGroup,
} from '../../src/platform/rules/realtime-groups.ts';
import type { Realtime, RealtimeAccess, RealtimeEvent } from '../../src/ports.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { connectClient, type RealtimeClient } from '../support/clients/realtime-client.ts';

/** A running real-time service for one test. */
export interface RealtimeSetup {
  realtime: Realtime;
  serviceOrigin: string;
  /** Breaks the line of every connected client. */
  cutLines(): void;
  close(): Promise<void>;
}

/** The contract of every real-time adapter, seen through the vendor's own client. */
export function realtimeContract(name: string, start: () => Promise<RealtimeSetup>): void {
  describe(`${name}, as a real-time service`, () => {
    const setup = freshFixture(() => start());
    const clients: RealtimeClient[] = [];
    afterEach(async () => {
      await Promise.all(clients.splice(0).map((client) => client.stop()));
    });

    async function connect(access: () => Promise<RealtimeAccess>): Promise<RealtimeClient> {
      const client = await connectClient(access);
      clients.push(client);
      return client;
    }
    const visitor = (sessionId: string) =>
      connect(() => setup.realtime.visitorAccess(sessionId, setup.serviceOrigin));
    const agent = (oid: string) => connect(() => setup.realtime.agentAccess(oid, setup.serviceOrigin));

    /**
     * Sends one last event to a group; once it is heard, everything sent before would have been heard as
     * well.
     */
    async function settle(group: EventGroup, client: RealtimeClient): Promise<void> {
      const last = sessionEvent(randomUUID());
      await setup.realtime.toGroup(group, last);
      await expect.poll(() => client.fromServer.at(-1)).toEqual(last);
      client.fromServer.pop();
    }

    it('connects a visitor under their session id, and returns when the token expires', async () => {
      const sessionId = randomUUID();
      const access = await setup.realtime.visitorAccess(sessionId, setup.serviceOrigin);
      expect(access.userId).toBe(sessionId);
      expect(access.url).toMatch(/^wss?:\/\//);
      expect(access.expiresAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    });

    it('connects an agent under their oid', async () => {
      expect((await setup.realtime.agentAccess('oid-mia', setup.serviceOrigin)).userId).toBe('oid-mia');
    });

    it('delivers an event for the visitors of a session to each of their connections', async () => {
      const sessionId = randomUUID();
      const tabs = await Promise.all([visitor(sessionId), visitor(sessionId)]);
      const event = sessionEvent(sessionId);
      await setup.realtime.toGroup(visitorsGroup(sessionId), event);
      for (const tab of tabs) await expect.poll(() => tab.fromServer).toEqual([event]);
    });

    it('delivers an event for an agent to each of their windows, and to no other agent', async () => {
      const windows = await Promise.all([agent('mia'), agent('mia')]);
      const colleague = await agent('lee');
      const event = sessionEvent(randomUUID());
      await setup.realtime.toGroup(agentGroup('mia'), event);
      for (const one of windows) await expect.poll(() => one.fromServer).toEqual([event]);
      await settle(agentGroup('lee'), colleague);
      expect(colleague.fromServer).toEqual([]);
    });

    it('keeps the events of an agent and of a session with the same id separate', async () => {
      const id = randomUUID();
      const [spy, mia] = await Promise.all([visitor(id), agent(id)]);
      const [toAgent, toVisitors] = [sessionEvent(randomUUID()), sessionEvent(randomUUID())];
      await setup.realtime.toGroup(agentGroup(id), toAgent);
      await setup.realtime.toGroup(ALL_AGENTS, toAgent);
      await setup.realtime.toGroup(visitorsGroup(id), toVisitors);
      await expect.poll(() => mia.fromServer).toEqual([toAgent, toAgent]);
      await expect.poll(() => spy.fromServer).toEqual([toVisitors]);
    });

    it.each(['agents', 'agent:mia', 'visitors:mia', 'mia'])(
      'refuses access for a session id that equals the name of another group: %s',
      async (sessionId) => {
        const asked = setup.realtime.visitorAccess(sessionId, setup.serviceOrigin);
        expect(await refusal(asked)).toBe('internal-error');
      },
    );

    it.each(['agents', 'visitors:mia'])(
      'delivers no events of another group to an agent with the oid %s',
      async (oid) => {
        const odd = await agent(oid);
        await setup.realtime.toGroup(visitorsGroup('mia'), sessionEvent(randomUUID()));
        await settle(agentGroup(oid), odd);
        expect(odd.fromServer).toEqual([]);
      },
    );

    it('adds agents to the group of all agents when they connect, and visitors never', async () => {
      const sessionId = randomUUID();
      const [mia, lee, listener] = await Promise.all([agent('mia'), agent('lee'), visitor(sessionId)]);
      const event = sessionEvent(sessionId);
      await setup.realtime.toGroup(ALL_AGENTS, event);
      await expect.poll(() => mia.fromServer).toEqual([event]);
      await expect.poll(() => lee.fromServer).toEqual([event]);
      await settle(visitorsGroup(sessionId), listener);
      expect(listener.fromServer).toEqual([]);
    });

    it('delivers no events of another session to a visitor', async () => {
      const [mine, theirs] = [randomUUID(), randomUUID()];
      const client = await visitor(mine);
      await setup.realtime.toGroup(visitorsGroup(theirs), sessionEvent(theirs));
      await settle(visitorsGroup(mine), client);
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
      { name: 'the group of all agents', groupFor: () => ALL_AGENTS },
      { name: 'a group whose name begins like their own', groupFor: (own: string) => `${own}0` },
    ])('does not let a visitor join, leave or send to $name', async ({ groupFor }) => {
      const sessionId = randomUUID();
      const group = groupFor(sessionId);
      const client = await visitor(sessionId);
      expect(await client.join(group)).toBe('Forbidden');
      expect(await client.leave(group)).toBe('Forbidden');
      expect(await client.send(group, { type: 'typing' })).toBe('Forbidden');
      await setup.realtime.toGroup(ALL_AGENTS, sessionEvent(sessionId));
      await settle(visitorsGroup(sessionId), client);
      expect(client.fromServer).toEqual([]);
    });

    it.each([randomUUID(), "o'neill"])(
      'moves every live connection of an agent into a session’s group and out of it: %s',
      async (oid) => {
        const sessionId = randomUUID();
        const windows = await Promise.all([agent(oid), agent(oid)]);
        const client = await visitor(sessionId);
        await setup.realtime.join(oid, sessionId);
        const typing = { type: 'typing', sessionId, from: 'visitor' };
        await client.send(sessionId, typing);
        for (const one of windows) {
          await expect.poll(() => one.fromGroups.map(({ data }) => data)).toEqual([typing]);
        }

        await setup.realtime.leave(oid, sessionId);
        await client.send(sessionId, typing);
        for (const one of windows) {
          await settle(agentGroup(oid), one);
          expect(one.fromGroups).toHaveLength(1);
        }
      },
    );

    it('lists each connected agent once, and no visitor', async () => {
      const { realtime } = setup;
      expect(await realtime.connectedAgents()).toEqual([]);
      const [mia, again] = await Promise.all([agent('mia'), agent('mia')]);
      await Promise.all([agent('lee'), agent("o'neill"), visitor(randomUUID())]);
      const here = async () => (await realtime.connectedAgents()).toSorted();
      expect(await here()).toEqual(['lee', 'mia', "o'neill"]);
      await mia.stop();
      expect(await here()).toEqual(['lee', 'mia', "o'neill"]);
      await again.stop();
      await expect.poll(here).toEqual(['lee', "o'neill"]);
    });

    it('reports whether the visitor of a session is connected, without counting agents in its group', async () => {
      const { realtime } = setup;
      const [sessionId, other] = [randomUUID(), randomUUID()];
      const oid = randomUUID();
      await agent(oid);
      await realtime.join(oid, sessionId);
      expect(await realtime.isVisitorConnected(sessionId)).toBe(false);
      const [client] = await Promise.all([visitor(sessionId), visitor(other)]);
      expect(await realtime.isVisitorConnected(sessionId)).toBe(true);
      await client.stop();
      await expect.poll(() => realtime.isVisitorConnected(sessionId)).toBe(false);
      expect(await realtime.isVisitorConnected(other)).toBe(true);
    });

    it('accepts events and group changes for clients that are not connected', async () => {
      await setup.realtime.join('nobody', randomUUID());
      await setup.realtime.leave('nobody', randomUUID());
      await setup.realtime.toGroup(agentGroup('nobody'), sessionEvent(randomUUID()));
      await setup.realtime.toGroup(visitorsGroup(randomUUID()), sessionEvent(randomUUID()));
    });

    it('restores the groups of the token when a client reconnects after a lost connection', async () => {
      const sessionId = randomUUID();
      const client = await visitor(sessionId);
      setup.cutLines();
      await expect.poll(() => client.connections).toBe(2);
      const event = sessionEvent(sessionId);
      await setup.realtime.toGroup(visitorsGroup(sessionId), event);
      await expect.poll(() => client.fromServer).toEqual([event]);
    });
  });
}

function sessionEvent(sessionId: string): RealtimeEvent {
  const at = '2026-11-20T17:24:00.000Z';
  const times = { createdAt: at, updatedAt: at, lastMessageAt: at };
  return { type: 'session', session: { sessionId, status: 'open', messageCount: 1, ...times } };
}
