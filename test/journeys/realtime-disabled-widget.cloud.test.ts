import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AgentNegotiateReply } from '../../src/desk/wire/agent.ts';
import { VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { connectSocket, openSocket, type RawSocket } from '../support/clients/raw-socket.ts';
import { COMPOSITIONS } from '../support/service/service.ts';
import { askToken, say, withToken, type Token } from '../support/clients/visitor.ts';
import { registryAdmin } from '../support/clients/registry.ts';

describe.each(COMPOSITIONS)(
  'a widget that is disabled while its visitors are connected, with all %s',
  (composition) => {
    let widgetId: string;
    let token: Token;
    let tabs: RawSocket[];
    let plain: RawSocket;
    const opened: RawSocket[] = [];

    const desk = sharedFixture(() => startAgentService({ composition, settings: { PLAN_ID: 'growth' } }));
    const mia = sharedFixture(() => desk.agent('Mia'));
    const miaHears = sharedFixture(async () => {
      const { body } = await mia.post('/api/agent/negotiate');
      return await connect(AgentNegotiateReply.parse(body).url);
    });
    afterAll(async () => {
      for (const { socket } of opened) socket.terminate();
    });
    beforeEach(async () => {
      const created = await desk.service.services.widgets.create({
        name: 'Shop',
        primaryDomain: 'shop.example',
        allowedOrigins: ['https://shop.example'],
      });
      widgetId = created.widget.id;
      token = await askToken(desk.service, widgetId);
      await say(desk.service, token, { message: 'Hello' });
      await mia.post(`/api/agent/sessions/${token.sessionId}/claim`);
      tabs = [await connect(await negotiated(token)), await connect(await negotiated(token))];
      const sessionId = await desk.conversation('human_requested');
      const { body } = await desk.visitor('/api/negotiate', { sessionId });
      plain = await connect(VisitorNegotiateReply.parse(body).url);
    });

    async function connect(url: string): Promise<RawSocket> {
      const client = await connectSocket(url);
      opened.push(client);
      return client;
    }

    async function negotiated(visitor: Token): Promise<string> {
      const answer = await desk.service.post('/api/negotiate', {}, withToken(visitor));
      return VisitorNegotiateReply.parse(await answer.json()).url;
    }

    const change = (enabled: boolean) =>
      registryAdmin(desk.service).send('PATCH', `widgets/${widgetId}`, { enabled });
    const answer = (content: string) =>
      mia.post(`/api/agent/sessions/${token.sessionId}/message`, { content });
    const text = ({ received: heard }: RawSocket) => JSON.stringify(heard);

    test.each(['disable', 'remove'])(
      'closes their connections, sends them no further events, and does not affect others: %s',
      async (action) => {
        const before = await negotiated(token);
        await answer('Before');
        for (const tab of tabs) await expect.poll(() => text(tab)).toContain('Before');

        if (action === 'disable') await change(false);
        else await fetch(`${desk.service.origin}/api/widgets/${widgetId}`, { method: 'DELETE' });
        for (const tab of tabs) expect((await tab.closed).code).toBe(1008);
        expect(plain.socket.readyState).toBe(plain.socket.OPEN);

        // The cloud's service cannot take back a token; who connects with it hears nothing of the session.
        const late = await openSocket(before);
        if (typeof late !== 'number') opened.push(late);
        if (composition === 'embedded') expect(late).toBe(403);
        await answer('Afterwards');
        await mia.post(`/api/agent/sessions/${token.sessionId}/signal`, { type: 'typing' });
        await mia.post(`/api/agent/sessions/${token.sessionId}/close`);
        await expect.poll(() => text(miaHears)).toContain('Afterwards');
        await desk.service.services.realtime.toGroup('agents', {
          type: 'typing',
          sessionId: widgetId,
          from: 'agent',
        });
        await expect.poll(() => text(miaHears)).toContain(widgetId);
        if (typeof late !== 'number') {
          late.send({ type: 'ping' });
          await expect.poll(() => late.received.at(-1)).toEqual({ type: 'pong' });
          expect(late.received.map((frame) => (frame as { type: string }).type)).toEqual(['system', 'pong']);
        }
      },
    );

    test('delivers events again once it is enabled', async () => {
      await change(false);
      for (const tab of tabs) await tab.closed;
      await change(true);
      const again = await connect(await negotiated(token));
      await answer('Welcome back');
      await expect.poll(() => text(again)).toContain('Welcome back');
    });
  },
);
