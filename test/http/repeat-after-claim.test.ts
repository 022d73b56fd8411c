import { beforeEach, describe, expect, test } from 'vitest';
import { AgentMessagesReply } from '../../src/desk/wire/agent.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { allEvents } from '../support/clients/sse-reader.ts';

const PATHS = ['/api/chat', '/api/chat/stream'];

describe('a repeat of a message without an answer', () => {
  const desk = sharedFixture(() => startAgentService());
  const mia = sharedFixture(() => desk.agent('Mia'));
  beforeEach(() => {
    desk.answerer.calls.length = 0;
    desk.answerer.script({ fails: 'timeout' }, { deltas: ['A late answer.'] });
  });

  /** A question that the assistant failed to answer, in a conversation that Mia has claimed. */
  async function failedThenClaimed() {
    const body = { message: 'Why?', sessionId: crypto.randomUUID(), clientMessageId: crypto.randomUUID() };
    expect(await desk.visitor('/api/chat', body)).toMatchObject(refusedWith(502, 'assistant-unavailable'));
    expect((await act(body.sessionId, 'claim')).status).toBe(200);
    return body;
  }

  const act = (sessionId: string, action: string) => mia.post(`/api/agent/sessions/${sessionId}/${action}`);

  async function stored(sessionId: string) {
    const { body } = await mia.get(`/api/agent/sessions/${sessionId}/messages`);
    return AgentMessagesReply.parse(body).messages;
  }

  test.each(PATHS)('is queued once for the agent who has claimed the conversation, by %s', async (path) => {
    const body = await failedThenClaimed();
    const repeated = await desk.visitor(path, body);
    expect(repeated).toMatchObject({
      status: 202,
      body: { status: 'claimed', queued: true, message: { id: body.clientMessageId, seq: 1 } },
    });
    expect(await desk.visitor(path, body)).toEqual({ ...repeated, headers: expect.anything() });
    expect(desk.answerer.calls).toHaveLength(1);
    expect(await stored(body.sessionId)).toMatchObject([{ role: 'visitor', queued: true }]);
  });

  test('is queued for the agent after an interrupted answer, which is kept', async () => {
    const body = { message: 'Why?', sessionId: crypto.randomUUID(), clientMessageId: crypto.randomUUID() };
    desk.answerer.script({ deltas: ['Half an ans'], fails: 'broken-stream' }, { deltas: ['A late answer.'] });
    await allEvents(await desk.service.post('/api/chat/stream', body));
    await act(body.sessionId, 'claim');
    expect(await desk.visitor('/api/chat', body)).toMatchObject({ status: 202, body: { queued: true } });
    expect(desk.answerer.calls).toHaveLength(1);
    const [question, answer] = await stored(body.sessionId);
    expect(question).toMatchObject({ queued: true });
    expect(answer).toMatchObject({ content: 'Half an ans', interrupted: true });
  });

  test('is answered by the assistant after the agent has released the conversation', async () => {
    const body = await failedThenClaimed();
    await act(body.sessionId, 'release');
    expect(await desk.visitor('/api/chat', body)).toMatchObject({
      status: 200,
      body: { reply: { content: 'A late answer.' } },
    });
  });

  test('is refused if the conversation is closed, and changes nothing', async () => {
    const body = await failedThenClaimed();
    await act(body.sessionId, 'close');
    const before = await stored(body.sessionId);
    expect(await desk.visitor('/api/chat', body)).toMatchObject(refusedWith(409, 'session-closed'));
    expect(desk.answerer.calls).toHaveLength(1);
    expect(await stored(body.sessionId)).toEqual(before);
  });
});
