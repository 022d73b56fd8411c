import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CostReply, Transcript } from '../../src/admin/wire/admin.ts';
import { AgentMe, AgentMessagesReply } from '../../src/desk/wire/agent.ts';
import { startModelServer } from '../fakes/model-server.ts';
import type { ScriptedReply } from '../fakes/model/script.ts';
import { connectAgent, connectVisitor } from '../support/clients/realtime-client.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { refusedWith } from '../support/refusal.ts';

const QUESTION = 'Wo bleibt denn meine Bestellung?';
const IN_ENGLISH = 'Where is my order?';
const MODEL = 'gpt-5.6-luna';

describe('translation by a model', () => {
  const model = sharedFixture(() => startModelServer());
  const telemetry = sharedFixture(() => recordingTelemetry());
  const desk = sharedFixture(() =>
    startAgentService({
      telemetry,
      ownModel: true,
      settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: MODEL, PLAN_ID: 'growth' },
    }),
  );
  const mia = sharedFixture(() => desk.agent('Mia'));
  const lee = sharedFixture(() => desk.agent('Lee'));
  let asked: string[];
  let reply: ScriptedReply;

  beforeEach(() => {
    asked = [];
    reply = { deltas: [IN_ENGLISH] };
    model.script(({ messages }) => {
      if (messages[0]?.content.startsWith('You translate') !== true) return { deltas: ['Guten Tag.'] };
      asked.push(messages[1]?.content ?? '');
      return reply;
    });
  });

  const messagesOf = async (sessionId: string) =>
    AgentMessagesReply.parse((await mia.get(`/api/agent/sessions/${sessionId}/messages`)).body).messages;
  const firstOf = async (sessionId: string) => (await messagesOf(sessionId))[0]?.id ?? '';
  const translate = (sessionId: string, messageId: string, language = 'en-US', agent = mia) =>
    agent.post(`/api/agent/sessions/${sessionId}/messages/${messageId}/translation`, { language });
  const ofReply = (sessionId: string, body: object) =>
    mia.post(`/api/agent/sessions/${sessionId}/reply-translation`, body);
  const transcript = async (sessionId: string) =>
    Transcript.parse(await (await desk.service.get(`/api/sessions/${sessionId}/transcript`)).json());
  const costs = async () =>
    CostReply.parse(await (await desk.service.get('/api/cost?window=24h')).json()).totals;

  test('a message is translated once for all desks, stored with it, and counted like other calls', async () => {
    const sessionId = await desk.conversation('open', QUESTION);
    const id = await firstOf(sessionId);
    const before = { session: await desk.service.session(sessionId), costs: await costs() };
    const answers = await Promise.all([mia, lee, mia].map((agent) => translate(sessionId, id, 'en', agent)));
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 200,
        body: { translation: { language: 'en', content: IN_ENGLISH } },
      });
    }
    expect((await translate(sessionId, id, 'en-GB')).body).toEqual(answers[0]?.body);
    expect(asked.map((data) => JSON.parse(data) as unknown)).toEqual([{ text: QUESTION }]);
    const { messages, usage, inputTokens } = await transcript(sessionId);
    expect(messages[0]).toMatchObject({ content: QUESTION, translations: { en: IN_ENGLISH } });
    expect(usage.filter(({ messageId }) => messageId === id)).toMatchObject([
      { model: MODEL, inputTokens: 120, outputTokens: 30 },
    ]);
    expect(inputTokens).toBe(before.session.inputTokens + 120);
    expect(await costs()).toMatchObject({
      requests: before.costs.requests + 1,
      inputTokens: before.costs.inputTokens + 120,
      outputTokens: before.costs.outputTokens + 30,
    });
  });

  test('a translation is sent to the agents’ desks and never to the visitor', async () => {
    const sessionId = await desk.conversation('human_requested', QUESTION);
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    const visitor = await connectVisitor(desk, sessionId);
    const atDesk = await connectAgent(mia);
    const id = await firstOf(sessionId);
    await translate(sessionId, id);
    await expect
      .poll(() => atDesk.fromServer)
      .toContainEqual(
        expect.objectContaining({
          message: expect.objectContaining({ id, translations: { en: IN_ENGLISH } }) as unknown,
        }),
      );
    const sent = await mia.post(`/api/agent/sessions/${sessionId}/message`, {
      content: 'Sie ist unterwegs.',
      original: { content: 'It is on its way, code word parrot.', language: 'en' },
    });
    expect(sent.status).toBe(200);
    await expect.poll(() => JSON.stringify(visitor.fromServer)).toContain('Sie ist unterwegs.');
    const shown = await (await desk.service.get(`/api/messages?sessionId=${sessionId}`)).text();
    expect(shown).toContain('Sie ist unterwegs.');
    for (const text of [shown, JSON.stringify(visitor.fromServer)]) {
      for (const secret of [IN_ENGLISH, 'parrot', 'translations', 'original']) {
        expect(text).not.toContain(secret);
      }
    }
    const { messages } = await transcript(sessionId);
    expect(messages.at(-1)).toMatchObject({
      content: 'Sie ist unterwegs.',
      original: { content: 'It is on its way, code word parrot.', language: 'en' },
    });
    // The agent's own words need no translation.
    expect((await translate(sessionId, messages.at(-1)?.id ?? '')).body).toMatchObject({
      translation: { content: 'It is on its way, code word parrot.' },
    });
    expect(asked).toHaveLength(1);
    await Promise.all([visitor.stop(), atDesk.stop()]);
  });

  test('a reply is translated into the language of the visitor’s messages without being stored', async () => {
    const sessionId = await desk.conversation('open', QUESTION);
    const before = await desk.service.session(sessionId);
    reply = { deltas: ['Sie ist unterwegs.'] };
    expect((await ofReply(sessionId, { content: 'It is on its way.', from: 'en' })).body).toEqual({
      translation: { language: 'de', content: 'Sie ist unterwegs.' },
    });
    const after = await desk.service.session(sessionId);
    expect([after.messageCount, after.inputTokens]).toEqual([before.messageCount, before.inputTokens + 120]);
    await ofReply(sessionId, { content: 'It is on its way.', from: 'en', to: 'fr' });
    expect(model.requests.at(-1)?.messages[0]?.content).toContain('into French');
  });

  test('no model is called for a text that is already in the target language', async () => {
    const sessionId = await desk.conversation('open', QUESTION);
    const id = await firstOf(sessionId);
    const same = { translation: { language: 'de', content: null } };
    expect((await translate(sessionId, id, 'de-AT')).body).toEqual(same);
    expect((await ofReply(sessionId, { content: 'Moment bitte', from: 'de' })).body).toEqual(same);
    expect((await ofReply(sessionId, { content: 'Das ist schon da', from: 'en' })).body).toEqual(same);
    expect(asked).toEqual([]);
  });

  test('a failed model call is answered with 502, stores nothing, and can be repeated', async () => {
    const sessionId = await desk.conversation('open', QUESTION);
    const id = await firstOf(sessionId);
    for (const failing of [{ error: { status: 500 } }, { deltas: ['Where'], finishReason: 'length' }]) {
      reply = failing;
      expect(await translate(sessionId, id)).toMatchObject(refusedWith(502, 'assistant-unavailable'));
    }
    expect((await messagesOf(sessionId))[0]).not.toHaveProperty('translations');
    reply = { deltas: [IN_ENGLISH] };
    expect((await translate(sessionId, id)).status).toBe(200);
  });

  test('an answer that is replaced while it is translated gets no translation of its old text', async () => {
    const finished = Promise.withResolvers<void>();
    let answers = 0;
    model.script(({ messages }) => {
      if (messages[0]?.content.startsWith('You translate') !== true) {
        return answers++ === 0
          ? { deltas: ['Eine halbe Antw'], die: 1 }
          : { deltas: ['Eine ganze Antwort.'] };
      }
      asked.push('');
      return { before: finished.promise, deltas: ['Half an ans'] };
    });
    const body = { message: QUESTION, sessionId: randomUUID(), clientMessageId: randomUUID() };
    await (await desk.service.post('/api/chat/stream', body)).text();
    const [, half] = await messagesOf(body.sessionId);
    expect(half).toMatchObject({ content: 'Eine halbe Antw' });
    const translated = translate(body.sessionId, half?.id ?? '');
    await expect.poll(() => asked).toHaveLength(1);
    expect((await desk.visitor('/api/chat', body)).status).toBe(200);
    finished.resolve();
    expect((await translated).status).toBe(200);
    const [, whole] = await messagesOf(body.sessionId);
    expect(whole).toMatchObject({ id: half?.id, content: 'Eine ganze Antwort.' });
    expect(whole).not.toHaveProperty('translations');
  });

  test('unknown conversations, messages and languages are refused', async () => {
    const sessionId = await desk.conversation('human_requested', QUESTION);
    const messages = await messagesOf(sessionId);
    const system = messages.find(({ role }) => role === 'system')?.id ?? '';
    expect(await translate(randomUUID(), randomUUID())).toMatchObject(refusedWith(404, 'session-not-found'));
    for (const id of [randomUUID(), system]) {
      expect(await translate(sessionId, id)).toMatchObject(refusedWith(404, 'not-found'));
    }
    for (const language of ['xx', 'English please', '']) {
      const id = messages[0]?.id ?? '';
      expect(await translate(sessionId, id, language)).toMatchObject(refusedWith(400, 'validation-failed'));
    }
    const unknown = await desk.conversation('open', '12345');
    expect(await ofReply(unknown, { content: 'Hello', from: 'en' })).toMatchObject(
      refusedWith(409, 'language-unknown'),
    );
    expect(asked).toEqual([]);
  });

  test('notes are sent to neither the model nor the logs, and the logs contain no message text', async () => {
    const sessionId = await desk.conversation('open', QUESTION);
    await mia.post(`/api/agent/sessions/${sessionId}/notes`, { content: 'Secret of colleagues' });
    await translate(sessionId, await firstOf(sessionId));
    await ofReply(sessionId, { content: 'It is on its way.', from: 'en' });
    for (const what of ['suggestion', 'summary']) await mia.post(`/api/agent/sessions/${sessionId}/${what}`);
    await desk.visitor('/api/chat', { sessionId, message: 'Und jetzt?' });
    expect(JSON.stringify(model.requests.map(({ body }) => body))).not.toContain('Secret');
    const logged = JSON.stringify(telemetry.events);
    for (const text of ['Secret', QUESTION, IN_ENGLISH, 'on its way']) expect(logged).not.toContain(text);
  });
});

describe('an unavailable translation', () => {
  const model = freshFixture(() => startModelServer());

  test('is refused without a model call after the daily budget is spent', async () => {
    model.script({ deltas: ['Guten Tag.'] });
    const desk = await startAgentService({
      ownModel: true,
      settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: MODEL, DAILY_TOKEN_BUDGET: '100' },
    });
    const mia = desk.agent('Mia');
    const sessionId = await desk.conversation('open', QUESTION);
    const { body } = await mia.get(`/api/agent/sessions/${sessionId}/messages`);
    const id = AgentMessagesReply.parse(body).messages[0]?.id ?? '';
    const calls = model.requests.length;
    const path = `/api/agent/sessions/${sessionId}`;
    for (const asked of [
      mia.post(`${path}/messages/${id}/translation`, { language: 'en' }),
      mia.post(`${path}/reply-translation`, { content: 'Hello', from: 'en' }),
    ]) {
      expect(await asked).toMatchObject(refusedWith(409, 'budget-spent'));
    }
    expect(model.requests).toHaveLength(calls);
    await desk.close();
  });

  test('is not offered to the desk without a model, and a request is refused', async () => {
    const desk = await startAgentService();
    const mia = desk.agent('Mia');
    const sessionId = await desk.conversation();
    expect(AgentMe.parse((await mia.get('/api/agent/me')).body).translates).toBeUndefined();
    expect(
      await mia.post(`/api/agent/sessions/${sessionId}/reply-translation`, { content: 'Hello', from: 'en' }),
    ).toMatchObject(refusedWith(409, 'model-not-configured'));
    await desk.close();
  });
});
