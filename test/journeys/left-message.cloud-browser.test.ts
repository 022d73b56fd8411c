import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ContactReply, MessagesReply } from '../../src/wire/visitor.ts';
import { DAY_MS, startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { COMPOSITIONS } from '../support/service/service.ts';
import { startOffice } from '../web/support/office.ts';

describe.each(COMPOSITIONS)(
  'a message that is left while no one is online, with all that is %s',
  (composition) => {
    const desk = sharedFixture(() => startAgentService({ composition }));

    test('waits for an agent, whose answer the visitor finds a day later', async () => {
      const { service, clock } = desk;
      expect(await (await service.get('/api/availability')).json()).toMatchObject({ status: 'away' });
      const sessionId = randomUUID();
      const body = { sessionId, email: 'vera@example.com', message: 'Do you ship to Norway?', consent: true };
      const left = ContactReply.parse((await desk.visitor('/api/contact', body)).body);
      expect(left).toMatchObject({ status: 'human_requested', message: { seq: 1 } });

      clock.advance(DAY_MS);
      const mia = desk.agent('Mia');
      const queue = await mia.get('/api/agent/sessions?status=human_requested');
      expect(queue.body).toMatchObject({ sessions: [{ sessionId, leftMessage: left.leftMessage }] });
      const path = `/api/agent/sessions/${sessionId}`;
      expect((await mia.post(`${path}/claim`)).status).toBe(200);
      expect((await mia.post(`${path}/message`, { content: 'Yes, we do.' })).status).toBe(200);

      const text = await (await service.get(`/api/messages?sessionId=${sessionId}`)).text();
      const { messages, leftMessage } = MessagesReply.parse(JSON.parse(text));
      expect(messages.map(({ role }) => role)).toEqual(['visitor', 'system', 'agent']);
      const waitedMs = Date.parse(leftMessage?.answeredAt ?? '') - Date.parse(left.leftMessage.leftAt);
      expect(waitedMs).toBeGreaterThanOrEqual(DAY_MS);
      expect(text).not.toContain('vera@example.com');
    });
  },
);

describe.each(COMPOSITIONS)(
  'a visitor and an agent who miss each other, with all that is %s',
  (composition) => {
    const office = sharedFixture(() => startOffice({ composition }));

    test('the visitor leaves a message and goes, and finds the answer in the same conversation', async () => {
      const visitor = await office.visitor();
      const sessionId = await visitor.askForPerson('Do you ship to Norway?');
      await visitor.panel.getByText('Our team is away right now').first().waitFor();
      await visitor.panel.getByLabel('E-mail or phone').fill('vera@example.com');
      await visitor.panel.getByRole('checkbox').check();
      await visitor.button('Leave message').click();
      await visitor.panel.getByText('We have your message.').waitFor();
      await visitor.page.goto('about:blank');

      const mia = await office.agent('Mia Berg');
      await mia.row(sessionId).getByText('Message left').waitFor();
      await mia.claim(sessionId);
      await mia.say('Yes, we do.');
      await mia.thread.getByText('Yes, we do.').waitFor();
      await mia.context.close();

      await visitor.page.goBack();
      await visitor.log.getByText('Yes, we do.').waitFor();
      expect(await visitor.panel.getByLabel('E-mail or phone').count()).toBe(0);
      expect([visitor.errors, mia.complaints]).toEqual([[], []]);
    });
  },
);
