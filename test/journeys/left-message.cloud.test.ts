import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ContactReply, MessagesReply } from '../../src/chat/wire/visitor.ts';
import { DAY_MS, startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';

describe('a message that is left in a cloud while no one is online', () => {
  const desk = sharedFixture(() => startAgentService({ composition: 'cloud' }));

  test('waits for an agent, and the visitor finds the answer a day later', async () => {
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
});
