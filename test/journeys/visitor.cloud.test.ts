import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ChatReply, MessagesReply, VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { connectClient } from '../support/clients/realtime-client.ts';
import { allEvents } from '../support/clients/sse-reader.ts';

describe('a visitor of a cloud', () => {
  const desk = sharedFixture(() => startAgentService({ composition: 'cloud' }));

  const read = async (sessionId: string, after = 0) => {
    const answer = await desk.service.get(`/api/messages?sessionId=${sessionId}&after=${after}`);
    return MessagesReply.parse(await answer.json());
  };

  test('gets a streamed answer, asks for a person, chats with an agent and sees the close', async () => {
    const { service } = desk;
    const sessionId = randomUUID();
    const listening = await connectClient(async () => {
      const answer = await service.post('/api/negotiate', { sessionId });
      return VisitorNegotiateReply.parse(await answer.json());
    });

    const turn = { sessionId, message: 'Do you ship to Norway?', clientMessageId: randomUUID() };
    const events = await allEvents(await service.post('/api/chat/stream', turn));
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['session', 'delta', 'complete', '[DONE]']),
    );
    const again = ChatReply.parse((await desk.visitor('/api/chat', turn)).body);
    expect(again.message).toMatchObject({ id: turn.clientMessageId, seq: 1 });
    const rating = { sessionId, messageId: again.reply.id, rating: 'up' };
    expect((await desk.visitor('/api/feedback', rating)).status).toBe(204);

    expect((await desk.visitor('/api/handoff', { sessionId })).body).toMatchObject({
      status: 'human_requested',
    });
    const mia = desk.agent('Mia');
    expect((await mia.post(`/api/agent/sessions/${sessionId}/claim`)).status).toBe(200);
    await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'We do.' });
    const queued = await desk.visitor('/api/chat', { sessionId, message: 'Thank you.' });
    expect(queued).toMatchObject({ status: 202, body: { queued: true } });
    await mia.post(`/api/agent/sessions/${sessionId}/close`);
    expect((await desk.visitor('/api/chat', { sessionId, message: 'Bye' })).status).toBe(409);

    const { status, messages } = await read(sessionId);
    expect(status).toBe('closed');
    expect(messages.map(({ seq, role }) => `${seq} ${role}`)).toEqual([
      '1 visitor',
      '2 assistant',
      '3 system',
      '4 agent',
      '5 visitor',
    ]);
    expect(messages[1]?.rating).toBe('up');
    expect(JSON.stringify(messages)).not.toContain(mia.oid);
    expect((await read(sessionId, 3)).messages).toEqual(messages.slice(3));

    // Events may come in any order; what they tell is what is stored.
    const heard = () => JSON.stringify(listening.fromServer);
    for (const { id } of messages) await expect.poll(heard).toContain(id);
    await expect.poll(heard).toContain('"status":"closed"');
    expect(heard()).not.toContain(mia.oid);
    await listening.stop();
  });

  test('who polls without new messages gets an empty response', async () => {
    const sessionId = await desk.conversation();
    const path = `/api/messages?sessionId=${sessionId}`;
    const etag = (await desk.service.get(path)).headers.get('etag') ?? '';
    const unchanged = await desk.service.get(path, { 'if-none-match': etag });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    await desk.visitor('/api/chat', { sessionId, message: 'And another thing' });
    expect((await desk.service.get(path, { 'if-none-match': etag })).status).toBe(200);
    expect((await desk.service.get(`/api/messages?sessionId=${randomUUID()}`)).status).toBe(404);
  });

  test('who sends many messages at once gets them in order, each answered once', async () => {
    const sessionId = await desk.conversation();
    const said = Array.from({ length: 8 }, (_, n) => ({
      sessionId,
      message: `No ${n}`,
      clientMessageId: randomUUID(),
    }));
    const answers = await Promise.all([...said, ...said].map((turn) => desk.visitor('/api/chat', turn)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { messages } = await read(sessionId);
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(18);
  });
});
