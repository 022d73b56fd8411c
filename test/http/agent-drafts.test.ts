import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CostReply, Transcript } from '../../src/admin/wire/admin.ts';
import { AssistantDraft } from '../../src/desk/wire/agent.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

/** 120 input tokens, 20 of them cached, and 30 output tokens at the default prices. */
const COST = (100 * 0.25 + 20 * 0.025 + 30 * 2) / 1e6;

describe('drafts of the assistant for agents', () => {
  const desk = sharedFixture(() => {
    const settings = { OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_MODEL: 'scripted' };
    return startAgentService({ settings });
  });
  const mia = sharedFixture(() => desk.agent('Mia'));
  beforeEach(() => {
    desk.answerer.script({ deltas: ['Hello ', 'there.'] });
  });

  const ask = (sessionId: string, what: string, body?: unknown) =>
    mia.post(`/api/agent/sessions/${sessionId}/${what}`, body);

  async function costOfToday() {
    const { totals } = CostReply.parse(await (await desk.service.get('/api/cost?window=24h')).json());
    return totals;
  }

  test('a suggestion answers the visitor’s last messages, and is returned with its cost', async () => {
    const sessionId = await desk.conversation('human_requested', 'Where is my order?');
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    await desk.visitor('/api/chat', { sessionId, message: 'It is number 1234.' });
    desk.answerer.script({ deltas: [' It is on ', 'its way. '] });
    const { status, body } = await ask(sessionId, 'suggestion');
    expect(status).toBe(200);
    expect(AssistantDraft.parse(body)).toEqual(body);
    expect(body).toEqual({
      text: 'It is on its way.',
      usage: { inputTokens: 120, outputTokens: 30 },
      cost: COST,
    });
    const asked = desk.answerer.calls.at(-1);
    expect(asked).toMatchObject({ purpose: 'draft', assistantName: 'Assistant' });
    expect(asked?.history.map(({ role }) => role)).toEqual(['visitor', 'assistant', 'system', 'visitor']);
    expect(asked?.history.at(-1)?.content).toBe('It is number 1234.');
    expect(asked?.instructions).toContain('Write only the message');
  });

  test('the tokens of drafts count for the conversation and for the day', async () => {
    const sessionId = await desk.conversation();
    const session = await desk.service.session(sessionId);
    const before = await costOfToday();
    await ask(sessionId, 'suggestion');
    await ask(sessionId, 'summary');
    const after = await costOfToday();
    expect(after).toMatchObject({
      requests: before.requests + 2,
      inputTokens: before.inputTokens + 240,
      outputTokens: before.outputTokens + 60,
    });
    expect(after.cost).toBeCloseTo(before.cost + 2 * COST, 12);
    expect(await desk.service.session(sessionId)).toMatchObject({
      inputTokens: session.inputTokens + 240,
      outputTokens: session.outputTokens + 60,
      messageCount: session.messageCount,
      lastMessageAt: session.lastMessageAt,
    });
  });

  test('each model call has a usage record in the transcript with the message that it was made for', async () => {
    const sessionId = await desk.conversation();
    const transcript = async () =>
      Transcript.parse(await (await desk.service.get(`/api/sessions/${sessionId}/transcript`)).json());
    const { messages } = await transcript();
    const [question, reply] = messages;
    await ask(sessionId, 'suggestion');
    await ask(sessionId, 'summary');
    const { usage, inputTokens, cost, messages: later } = await transcript();
    expect(usage.map(({ messageId }) => messageId).sort()).toEqual(
      [question?.id, reply?.id, reply?.id].sort(),
    );
    expect(new Set(usage.map(({ id }) => id)).size).toBe(3);
    expect(usage.map((call) => call.cost)).toEqual([COST, COST, COST]);
    expect([inputTokens, cost]).toEqual([360, 3 * COST]);
    expect(later).toEqual(messages);
  });

  test('the tokens of a failed draft count for the conversation and for the day', async () => {
    const sessionId = await desk.conversation();
    const session = await desk.service.session(sessionId);
    const before = await costOfToday();
    const usage = { inputTokens: 120, outputTokens: 30, cachedInputTokens: 20 };
    desk.answerer.script({ fails: 'broken-stream', used: { model: 'gpt-5-mini', usage } });
    for (const what of ['suggestion', 'summary']) expect((await ask(sessionId, what)).status).toBe(502);
    const after = await costOfToday();
    expect(after).toMatchObject({ requests: before.requests + 2, inputTokens: before.inputTokens + 240 });
    expect(after.cost).toBeCloseTo(before.cost + 2 * COST, 12);
    expect(await desk.service.session(sessionId)).toMatchObject({
      inputTokens: session.inputTokens + 240,
      outputTokens: session.outputTokens + 60,
    });
  });

  test('the tokens of a draft count only for the day if the conversation was deleted during the call', async () => {
    const sessionId = await desk.conversation();
    const before = await costOfToday();
    const { promise: deleted, resolve } = Promise.withResolvers<void>();
    const calls = desk.answerer.calls.length;
    desk.answerer.script({ deltas: ['It is on its way.'], after: deleted });
    const asked = ask(sessionId, 'suggestion');
    await expect.poll(() => desk.answerer.calls.length).toBe(calls + 1);
    const address = `${desk.service.origin}/api/sessions/${sessionId}`;
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(204);
    resolve();
    expect((await asked).status).toBe(200);
    const { requests, inputTokens, outputTokens } = await costOfToday();
    expect([requests, inputTokens, outputTokens]).toEqual([
      before.requests + 1,
      before.inputTokens + 120,
      before.outputTokens + 30,
    ]);
  });

  test('a summary is made of the whole conversation with its authors, in the agent’s language', async () => {
    const sessionId = await desk.conversation('human_requested', 'Where is my order?');
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'Let me look.' });
    desk.answerer.script({ deltas: ['The visitor waits for an order.'] });
    const { status, body } = await ask(sessionId, 'summary', { locale: 'de' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { text: 'The visitor waits for an order.', cost: COST },
    });
    const asked = desk.answerer.calls.at(-1);
    expect(asked?.instructions).toContain('Write in the language German.');
    expect(asked?.history).toEqual([
      {
        role: 'visitor',
        content:
          'visitor: Where is my order?\nassistant: Hello there.\nsystem: A person was asked to join.\nMia: Let me look.',
      },
    ]);
  });

  test('the text is null if the assistant has no answer', async () => {
    const sessionId = await desk.conversation();
    desk.answerer.script({ deltas: ['I do not know.'], result: { answered: false } });
    expect((await ask(sessionId, 'suggestion')).body).toMatchObject({ text: null, cost: COST });
    desk.answerer.script({ deltas: [' \n'] });
    expect((await ask(sessionId, 'suggestion')).body).toMatchObject({ text: null });
  });

  test('an unknown session is answered with 404, and a closed one gets a summary but no suggestion', async () => {
    for (const what of ['suggestion', 'summary']) {
      expect(await ask(randomUUID(), what)).toMatchObject(refusedWith(404, 'session-not-found'));
    }
    const sessionId = await desk.conversation();
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    await mia.post(`/api/agent/sessions/${sessionId}/close`);
    expect(await ask(sessionId, 'suggestion')).toMatchObject(refusedWith(409, 'session-closed'));
    expect((await ask(sessionId, 'summary')).status).toBe(200);
  });

  test('an invalid language is answered with 400', async () => {
    expect(await ask(await desk.conversation(), 'summary', { locale: 'German please' })).toMatchObject(
      refusedWith(400, 'validation-failed'),
    );
  });

  test('a summary without a configured model is refused with 409', async () => {
    const plain = await startAgentService();
    const sessionId = await plain.conversation();
    expect(await plain.agent('Mia').post(`/api/agent/sessions/${sessionId}/summary`)).toMatchObject(
      refusedWith(409, 'model-not-configured'),
    );
    await plain.close();
  });
});
