import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AgentMessageReply, AgentMessagesReply } from '../../src/desk/wire/agent.ts';
import { OverviewReply } from '../../src/admin/wire/admin.ts';
import { startAgentService, type AgentService, type TestAgent } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';

describe('messages of agents', () => {
  const desk = sharedFixture(() => startAgentService());
  const mia = sharedFixture(() => desk.agent('Mia'));
  const lee = sharedFixture(() => desk.agent('Lee'));

  async function claimed(): Promise<string> {
    const sessionId = await desk.conversation('human_requested');
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    return sessionId;
  }

  const say = (agent: TestAgent, sessionId: string, body: unknown) =>
    agent.post(`/api/agent/sessions/${sessionId}/message`, body);

  async function stored(sessionId: string) {
    const { body } = await mia.get(`/api/agent/sessions/${sessionId}/messages`);
    return AgentMessagesReply.parse(body);
  }

  test('a message is stored with the next seq and its author', async () => {
    const sessionId = await claimed();
    const { status, body } = await say(mia, sessionId, { content: '  How can I help?\n' });
    expect(status).toBe(200);
    const { message } = AgentMessageReply.parse(body);
    expect(message).toMatchObject({
      sessionId,
      seq: 4,
      role: 'agent',
      content: 'How can I help?',
      agent: { oid: mia.oid, name: 'Mia' },
    });
    expect((await stored(sessionId)).messages.at(-1)).toEqual(message);
  });

  test('a visitor’s message in a claimed conversation is queued for the agent', async () => {
    const sessionId = await claimed();
    const asked = await desk.visitor('/api/chat', { sessionId, message: 'Where is my order?' });
    expect(asked).toMatchObject({ status: 202, body: { status: 'claimed', queued: true } });
    expect((await stored(sessionId)).messages.at(-1)).toMatchObject({ role: 'visitor', queued: true });
  });

  test.each([
    ['1 character', 'x', 200],
    ['4000 characters of two code units each', '😀'.repeat(4000), 200],
    ['4001 characters', 'x'.repeat(4001), 400],
    ['no characters', '', 400],
    ['only white space', ' \n\t ', 400],
    ['a number instead of text', 5, 400],
    ['no content at all', undefined, 400],
  ])('the content of a message is checked: %s', async (_what, content, status) => {
    const answered = await say(mia, await claimed(), { content });
    expect(answered.status).toBe(status);
    if (status === 400) expect(answered.body).toMatchObject({ error: 'validation-failed' });
  });

  test('a message with the same clientMessageId is stored once, even if it is sent concurrently', async () => {
    const sessionId = await claimed();
    const request = { content: 'Once', clientMessageId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => say(mia, sessionId, request)));
    const messages = answers.map(({ status, body }) => {
      expect(status).toBe(200);
      return AgentMessageReply.parse(body).message;
    });
    expect(new Set(messages.map(({ seq }) => seq)).size).toBe(1);
    expect(messages[0]?.id).toBe(request.clientMessageId);
    expect((await stored(sessionId)).messages.filter(({ content }) => content === 'Once')).toHaveLength(1);
  });

  test('a repeated message gets its stored reply even after the session is closed', async () => {
    const sessionId = await claimed();
    const request = { content: 'Goodbye', clientMessageId: randomUUID() };
    const first = await say(mia, sessionId, request);
    await mia.post(`/api/agent/sessions/${sessionId}/close`);
    expect(await say(mia, sessionId, request)).toMatchObject({ status: 200, body: first.body });
    expect(await say(lee, sessionId, request)).toMatchObject({ status: 409 });
  });

  test('a clientMessageId of another message is answered with 400', async () => {
    const sessionId = await claimed();
    const [question] = (await stored(sessionId)).messages;
    expect(await say(mia, sessionId, { content: 'x', clientMessageId: question?.id })).toMatchObject({
      status: 400,
      body: { error: 'validation-failed', issues: [{ path: 'clientMessageId' }] },
    });
  });

  test('a repeated message gets its stored reply even if it is no longer among the newest messages', async () => {
    const sessionId = await claimed();
    const request = { content: 'Long ago', clientMessageId: randomUUID() };
    await say(mia, sessionId, request);
    for (let turn = 0; turn < 6; turn++) await say(mia, sessionId, { content: 'x'.repeat(4000) });
    expect(await say(mia, sessionId, request)).toMatchObject({ status: 200, body: { message: { seq: 4 } } });
  });

  test('messages are read from a given seq, with ETag and 304', async () => {
    const sessionId = await claimed();
    const path = `/api/agent/sessions/${sessionId}/messages`;
    const all = await mia.get(path);
    expect(AgentMessagesReply.parse(all.body)).toEqual(all.body);
    expect(all.body).toMatchObject({ sessionId, status: 'claimed', agent: { oid: mia.oid, name: 'Mia' } });
    const etag = all.headers.get('etag') ?? '';
    expect(await mia.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    await say(mia, sessionId, { content: 'New' });
    const rest = AgentMessagesReply.parse((await lee.get(`${path}?after=3`, { 'if-none-match': etag })).body);
    expect(rest.messages.map(({ content }) => content)).toEqual(['New']);
  });

  test('an agent’s first message since the handoff determines the visitor’s waiting time', async () => {
    const quiet = await startAgentService();
    const agent = quiet.agent('Mia');
    const sessionId = await quiet.conversation('human_requested');
    quiet.clock.advance(50_000);
    await agent.post(`/api/agent/sessions/${sessionId}/claim`);
    quiet.clock.advance(50_000);
    const { message } = AgentMessageReply.parse((await say(agent, sessionId, { content: 'Hi' })).body);
    quiet.clock.advance(3_600_000);
    await say(agent, sessionId, { content: 'Sorry for the wait' });
    expect((await quiet.service.session(sessionId)).firstAgentReplyAt).toBe(message.createdAt);
    expect(await figures(quiet)).toMatchObject({ agentMessages: 2, medianFirstReplySeconds: 120 });
    await quiet.close();
  });
});

async function figures({ service }: AgentService) {
  return OverviewReply.parse(await (await service.get('/api/overview?window=24h')).json()).current;
}
