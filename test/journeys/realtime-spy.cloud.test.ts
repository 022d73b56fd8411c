import { afterAll, describe, expect, test } from 'vitest';
import { VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import {
  connectAgent,
  connectClient,
  connectVisitor,
  type RealtimeClient,
} from '../support/clients/realtime-client.ts';
import { askToken, say, withToken } from '../support/clients/visitor.ts';
import { COMPOSITIONS } from '../support/service/service.ts';

/**
 * Visitors and agents share one space of user ids (docs/rules.md, Real-time channel), and a visitor may name
 * any UUID as their session. An attacker with an agent's oid could ask for a connection "to that session".
 */
describe.each(COMPOSITIONS)(
  'a visitor who names an agent’s oid as their session, with all %s',
  (composition) => {
    const desk = sharedFixture(() => startAgentService({ composition, settings: { PLAN_ID: 'growth' } }));
    const mia = sharedFixture(() => desk.agent('Mia'));
    const miaHears = sharedFixture(() => connectAgent(mia));
    const spy = sharedFixture(() => connectVisitor(desk, mia.oid));
    afterAll(async () => {
      await Promise.all([miaHears, spy].map((client) => client.stop()));
    });

    /** Lets an agent claim a session and talk; resolves when the agent and the visitor have heard it all. */
    async function talk(
      sessionId: string,
      visitor: RealtimeClient,
      sayAsVisitor: (text: string) => Promise<unknown>,
    ) {
      await mia.post(`/api/agent/sessions/${sessionId}/claim`);
      await sayAsVisitor('My card number is 4111.');
      await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'Thank you.' });
      await mia.post(`/api/agent/sessions/${sessionId}/signal`, { type: 'typing' });
      for (const content of ['My card number is 4111.', 'Thank you.']) {
        await hears(miaHears, sessionId, content);
        await hears(visitor, sessionId, content);
      }
      await mia.post(`/api/agent/sessions/${sessionId}/close`);
      await expect.poll(() => JSON.stringify(visitor.fromServer.at(-1))).toContain('"closed"');
    }

    async function hears(client: RealtimeClient, sessionId: string, content: string): Promise<void> {
      const message = expect.objectContaining({ content });
      await expect.poll(() => client.fromServer).toContainEqual({ type: 'message', sessionId, message });
    }

    test('connects with that user id, as documented, and receives no event of the agent', async () => {
      const sessionId = await desk.conversation('human_requested');
      const visitor = await connectVisitor(desk, sessionId);
      await talk(sessionId, visitor, (message) => desk.visitor('/api/chat', { sessionId, message }));
      const typed = await visitor.send(sessionId, { type: 'typing', sessionId, from: 'visitor' });
      expect(typed).toBe('done');
      expect([spy.fromServer, spy.fromGroups]).toEqual([[], []]);
      await visitor.stop();
    });

    test('does not join the group of a conversation that the agent claims, in the plain embed or a registered widget', async () => {
      const { widget } = await desk.service.services.widgets.create({
        name: 'Shop',
        primaryDomain: 'shop.example',
        allowedOrigins: ['https://shop.example'],
      });
      const token = await askToken(desk.service, widget.id);
      await say(desk.service, token, { message: 'Hello' });
      const visitor = await connectClient(async () => {
        const headers = { authorization: `Bearer ${token.token}` };
        const answer = await desk.service.post('/api/negotiate', {}, headers);
        return VisitorNegotiateReply.parse(await answer.json());
      });
      await talk(token.sessionId, visitor, (message) =>
        desk.service.post('/api/chat', { message }, withToken(token)),
      );
      expect([spy.fromServer, spy.fromGroups]).toEqual([[], []]);
      await visitor.stop();
    });

    test('keeps the messages of that session in its own group, and the agent does not receive them', async () => {
      const heard = miaHears.fromGroups.length;
      expect(await spy.send(mia.oid, { type: 'typing', sessionId: mia.oid, from: 'visitor' })).toBe('done');
      await desk.visitor('/api/chat', { sessionId: mia.oid, message: 'I am the agent now.' });
      await expect.poll(() => JSON.stringify(spy.fromServer)).toContain('I am the agent now.');
      const sessions = JSON.stringify(
        miaHears.fromServer.filter((event) => JSON.stringify(event).includes('"message":{')),
      );
      expect(sessions).not.toContain('I am the agent now.');
      expect(miaHears.fromGroups).toHaveLength(heard);
    });
  },
);
