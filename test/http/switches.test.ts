import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Switches } from '../../src/platform/records/switches.ts';
import { phrasesFor } from '../../src/adapters/scripted/phrases.ts';
import { OverviewReply } from '../../src/admin/wire/admin.ts';
import { AgentSessionsReply } from '../../src/desk/wire/agent.ts';
import { QuestionsReply } from '../../src/assistants/wire/questions.ts';
import { SwitchesReply } from '../../src/platform/wire/switches.ts';
import { ChatReply, MessagesReply } from '../../src/chat/wire/visitor.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { allEvents } from '../support/clients/sse-reader.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const NONE: Switches = { assistantStopped: false, chatOff: false };
const TEAM_ANSWERS = phrasesFor('en').teamAnswers;

describe('the switches', () => {
  const desk = freshFixture(() => startAgentService());
  const admin = () => registryAdmin(desk.service);
  const read = () => admin().answer(200, SwitchesReply, admin().send('GET', 'switches'));
  const save = (change: Partial<Switches>) =>
    admin().answer(200, SwitchesReply, admin().send('PUT', 'switches', { ...NONE, ...change }));
  const stop = (assistantStopped = true) => save({ assistantStopped });

  async function say(body: Record<string, unknown>): Promise<ChatReply> {
    const { status, body: answered } = await desk.visitor('/api/chat', { message: 'Hello', ...body });
    expect(status, JSON.stringify(answered)).toBe(200);
    return ChatReply.parse(answered);
  }

  async function messages(sessionId: string) {
    const response = await desk.service.get(`/api/messages?sessionId=${sessionId}`);
    return MessagesReply.parse(await response.json());
  }

  test('are off by default, are saved at the version that was read, and are in the overview', async () => {
    const first = await read();
    expect(first).toMatchObject(NONE);
    const saved = await stop();
    expect(await read()).toEqual(saved);
    expect(saved.etag).not.toBe(first.etag);
    const outdated = { 'if-match': first.etag };
    expect(await admin().send('PUT', 'switches', NONE, outdated)).toMatchObject(
      refusedWith(412, 'precondition-failed'),
    );
    const overview = await admin().answer(200, OverviewReply, admin().send('GET', 'overview'));
    expect(overview.switches).toEqual({ ...NONE, assistantStopped: true });
    expect(await admin().send('PUT', 'switches', { chatOff: true })).toMatchObject(
      refusedWith(400, 'validation-failed'),
    );
  });

  test('with the assistant stopped, a message is stored without a model call, and an agent is requested', async () => {
    await stop();
    const { sessionId, status, reply, usage } = await say({});
    expect(desk.answerer.calls).toEqual([]);
    expect(status).toBe('human_requested');
    expect(reply).toMatchObject({ role: 'assistant', content: TEAM_ANSWERS });
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0 });
    const { messages: stored } = await messages(sessionId);
    expect(stored.map(({ role, event }) => event ?? role)).toEqual([
      'visitor',
      'assistant',
      'human-requested',
    ]);
    const list = await desk.agent('Mia').get('/api/agent/sessions?status=human_requested');
    expect(AgentSessionsReply.parse(list.body).sessions).toMatchObject([{ sessionId }]);
    // It is no call of a model, and no question that the assistant could not answer.
    const overview = await admin().answer(200, OverviewReply, admin().send('GET', 'overview'));
    expect(overview.current).toMatchObject({ conversations: 1, handoffs: 1, inputTokens: 0, cost: 0 });
    const { questions } = await admin().answer(200, QuestionsReply, admin().send('GET', 'questions'));
    expect(questions).toEqual([]);
  });

  test.each([
    ['open', 200, 'human_requested', TEAM_ANSWERS],
    ['human_requested', 200, 'human_requested', TEAM_ANSWERS],
    ['claimed', 202, 'claimed', undefined],
    ['closed', 409, undefined, undefined],
  ] as const)(
    'with the assistant stopped, a message to a conversation that is %s gets %d',
    async (before, code, after, sentence) => {
      const sessionId = await desk.conversation(before === 'human_requested' ? before : 'open');
      const mia = desk.agent('Mia');
      if (before === 'claimed' || before === 'closed') {
        await mia.post(`/api/agent/sessions/${sessionId}/claim`);
      }
      if (before === 'closed') await mia.post(`/api/agent/sessions/${sessionId}/close`);
      const calls = desk.answerer.calls.length;
      await stop();
      const { status, body } = await desk.visitor('/api/chat', { message: 'Is anyone there?', sessionId });
      expect(status).toBe(code);
      if (after) expect(body).toMatchObject({ status: after });
      if (sentence) expect(body).toMatchObject({ reply: { content: sentence } });
      expect(desk.answerer.calls).toHaveLength(calls);
    },
  );

  test.each(['de-AT', 'ja', 'he', 'sv'])(
    'with the assistant stopped, the reply is in the language of the visitor: %s',
    async (locale) => {
      await stop();
      const { reply } = await say({ locale });
      expect(reply.content).toBe(phrasesFor(locale).teamAnswers);
    },
  );

  test('with the assistant stopped, a stream has the reply, and a repeated message stores nothing more', async () => {
    await stop();
    const body = { message: 'Hello', sessionId: randomUUID(), clientMessageId: randomUUID() };
    const events = await allEvents(await desk.service.post('/api/chat/stream', body));
    expect(events.map(({ event }) => event)).toEqual(['session', 'delta', 'complete', '[DONE]']);
    expect(events[2]?.data).toMatchObject({ fullContent: TEAM_ANSWERS, status: 'human_requested' });
    expect((await say(body)).reply.content).toBe(TEAM_ANSWERS);
    expect((await messages(body.sessionId)).messages).toHaveLength(3);
  });

  test('a restarted assistant also answers in conversations that wait for an agent', async () => {
    await stop();
    const { sessionId } = await say({});
    await stop(false);
    expect((await say({ sessionId })).reply.content).toBe('Hello there.');
  });

  test('with the chat off, a new conversation is refused and not stored', async () => {
    await save({ chatOff: true });
    const sessionId = randomUUID();
    const left = { sessionId, email: 'vera@example.com', message: 'Do you ship?', consent: true };
    const refused = refusedWith(403, 'chat-off');
    expect(await desk.visitor('/api/chat', { message: 'Hello', sessionId })).toMatchObject(refused);
    expect(await desk.visitor('/api/chat/stream', { message: 'Hello' })).toMatchObject(refused);
    expect(await desk.visitor('/api/contact', left)).toMatchObject(refused);
    expect((await desk.service.get(`/api/messages?sessionId=${sessionId}`)).status).toBe(404);
    expect(desk.answerer.calls).toEqual([]);
    await save({});
    expect((await say({ sessionId })).status).toBe('open');
  });

  test.each([
    ['open', 200],
    ['human_requested', 200],
    ['claimed', 202],
    ['closed', 409],
  ] as const)('with the chat off, a conversation that is %s continues as before', async (status, code) => {
    const sessionId = await desk.conversation(status === 'human_requested' ? status : 'open');
    const mia = desk.agent('Mia');
    const path = `/api/agent/sessions/${sessionId}`;
    if (status === 'claimed' || status === 'closed') await mia.post(`${path}/claim`);
    if (status === 'closed') await mia.post(`${path}/close`);
    await save({ chatOff: true });
    expect((await desk.visitor('/api/chat', { message: 'One more', sessionId })).status).toBe(code);
    if (status === 'claimed') {
      expect((await mia.post(`${path}/message`, { content: 'I am here.' })).status).toBe(200);
    }
  });

  test('with the chat off, a closed conversation is continued by its agent, and not by its visitor', async () => {
    const sessionId = await desk.conversation();
    const mia = desk.agent('Mia');
    const path = `/api/agent/sessions/${sessionId}`;
    await mia.post(`${path}/claim`);
    await mia.post(`${path}/close`);
    const { continueAs } = await messages(sessionId);
    await save({ chatOff: true });
    const more = { message: 'One more', sessionId: continueAs, continues: sessionId };
    expect(await desk.visitor('/api/chat', more)).toMatchObject(refusedWith(403, 'chat-off'));
    expect((await mia.post(`${path}/message`, { content: 'I am here.', reopen: true })).status).toBe(200);
  });

  test('with the chat off, the availability shows it to open pages', async () => {
    const availability = async (): Promise<unknown> => (await desk.service.get('/api/availability')).json();
    await save({ chatOff: true });
    expect(await availability()).toEqual({ status: 'away', off: true });
    await save({});
    expect(await availability()).toEqual({ status: 'away' });
  });
});
