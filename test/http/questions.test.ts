import { describe, expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { CostReply } from '../../src/admin/wire/admin.ts';
import { QuestionReply, QuestionsReply } from '../../src/assistants/wire/questions.ts';
import { AnswerReply } from '../../src/assistants/wire/answers.ts';
import { begin, say } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusedWith } from '../support/refusal.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';

const START_MS = Date.parse('2026-11-20T17:24:00.000Z');

describe('unanswered questions', () => {
  const clock = freshFixture(() => manualClock());
  const service = freshFixture(() => startService({ clock, answerer: scriptedAnswerer() }));
  const admin = freshFixture(() => registryAdmin(service));
  const store = freshFixture(() => sqliteStore({ dataDir: service.dataDir }));

  const at = (minutes: number) => new Date(START_MS + minutes * 60_000).toISOString();
  const groups = async () =>
    (await admin.answer(200, QuestionsReply, admin.send('GET', 'questions?window=all'))).questions;
  const question = (sessionId: string, messageId: string) =>
    admin.answer(200, QuestionReply, admin.send('GET', `questions/${sessionId}/${messageId}`));

  /** A conversation whose first question was not answered. */
  async function unanswered(content: string, minutes: number) {
    const { session, message } = await begin(store.conversations, content, { at: at(minutes) });
    const reply = { role: 'assistant', replyTo: message.id, unanswered: true } as const;
    await say(store.conversations, session.sessionId, 'I do not know.', { message: reply, at: at(minutes) });
    return { sessionId: session.sessionId, messageId: message.id };
  }

  /** A conversation whose first question got an answer. */
  async function answered(content: string, minutes: number) {
    const { session, message } = await begin(store.conversations, content, { at: at(minutes) });
    const { sessionId } = session;
    const reply = { role: 'assistant', replyTo: message.id } as const;
    const said = await say(store.conversations, sessionId, 'Yes, everywhere.', {
      message: reply,
      at: at(minutes),
    });
    return { sessionId, messageId: message.id, answerId: said.message.id };
  }

  const feedback = ({ sessionId, answerId }: Awaited<ReturnType<typeof answered>>, rating: object) =>
    service.post('/api/feedback', { sessionId, messageId: answerId, ...rating });
  const rate = async (of: Awaited<ReturnType<typeof answered>>, rating: object) => {
    expect((await feedback(of, rating)).status).toBe(204);
    clock.advance(1000);
  };

  test('are grouped with their conversations, and are removed from the list once they are answered', async () => {
    const first = await unanswered('Do you ship to Norway?', 0);
    const second = await unanswered('What about shipping to Norway?', 1);
    await unanswered('Do you sell gift cards?', 2);
    clock.advance(10 * 60_000);
    expect(await groups()).toMatchObject([
      {
        question: 'What about shipping to Norway?',
        count: 2,
        languages: ['en'],
        questions: [expect.objectContaining(second), expect.objectContaining(first)],
      },
      { question: 'Do you sell gift cards?', count: 1 },
    ]);
    const upload = { heading: 'Norway?', answer: 'Yes, in 5 days.', questions: [second.messageId] };
    const { answer } = await admin.answer(
      201,
      AnswerReply,
      admin.send('POST', 'assistants/default/answers', upload),
    );
    expect(await groups()).toMatchObject([{ question: 'Do you sell gift cards?' }]);
    const again = await unanswered('So do you ship to Norway?', 60);
    expect(await groups()).toMatchObject([{ sessionId: again.sessionId, count: 1 }, { count: 1 }]);
    await admin.send('DELETE', `assistants/default/answers/${answer.id}`);
    expect((await groups())[0]).toMatchObject({ count: 3 });
    await admin.send('DELETE', `sessions/${again.sessionId}`);
    await admin.send('DELETE', `sessions/${first.sessionId}`);
    expect((await groups()).map(({ count }) => count).toSorted()).toEqual([1, 1]);
  });

  test('have the reply of the first agent and similar questions', async () => {
    const mine = await unanswered('Do you ship to Norway?', 0);
    const other = await unanswered('What about shipping to Norway?', 1);
    const { sessionId } = mine;
    expect(await question(sessionId, mine.messageId)).toMatchObject({
      question: 'Do you ship to Norway?',
      assistantId: 'default',
      similar: [other, mine],
    });
    const agent = { role: 'agent', agent: { oid: 'kim', name: 'Kim' } } as const;
    await say(store.conversations, sessionId, 'Yes, in five days.', { message: agent, at: at(2) });
    const colleague = { role: 'agent', agent: { oid: 'lee', name: 'Lee' } } as const;
    await say(store.conversations, sessionId, 'Can I help?', { message: colleague, at: at(3) });
    await say(store.conversations, sessionId, 'It is $12.', { message: agent, at: at(3) });
    await say(store.conversations, sessionId, 'Thanks', { at: at(4) });
    await say(store.conversations, sessionId, 'Bye.', { message: agent, at: at(5) });
    expect((await question(sessionId, mine.messageId)).agentReply).toEqual({
      name: 'Kim',
      content: 'Yes, in five days.\n\nIt is $12.',
    });
  });

  test('can have an answer drafted by the model, which counts in the figures', async () => {
    const { sessionId, messageId } = await unanswered('Do you ship to Norway?', 0);
    const path = `questions/${sessionId}/${messageId}`;
    expect(await admin.send('POST', path)).toMatchObject(refusedWith(409, 'model-not-configured'));
    const answerer = scriptedAnswerer();
    answerer.script({ deltas: ['Yes, ', 'in five days. '] });
    const settings = { OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_MODEL: 'scripted' };
    const modelled = await startService({ clock, answerer, settings, dataDir: service.dataDir });
    const drafted = await registryAdmin(modelled).send('POST', path);
    expect(drafted).toMatchObject({ status: 200, body: { text: 'Yes, in five days.' } });
    expect(answerer.calls).toMatchObject([
      { purpose: 'draft', history: [{ content: 'Do you ship to Norway?' }] },
    ]);
    const { totals } = CostReply.parse((await admin.send('GET', 'cost')).body);
    expect(totals).toMatchObject({ requests: 1, inputTokens: 120 });
    await modelled.close();
  });

  test('include answers rated as not helpful, with the visitor’s comment, until the rating is removed', async () => {
    const rated = await answered('Do you ship to Norway?', 0);
    expect(await groups()).toEqual([]);
    await rate(rated, { rating: 'down' });
    expect(await groups()).toMatchObject([{ count: 1, questions: [{ notHelpful: {} }] }]);
    await rate(rated, { rating: 'down', comment: ' You do not. ' });
    await rate(rated, { rating: 'down' });
    const [group] = await groups();
    expect(group).toMatchObject({ question: 'Do you ship to Norway?', assistantId: 'default' });
    const { sessionId, messageId } = rated;
    const notHelpful = { comment: 'You do not.' };
    const asked = { sessionId, messageId, seq: 1, question: 'Do you ship to Norway?' };
    expect(group?.questions).toEqual([{ ...asked, at: expect.any(String), notHelpful }]);
    expect((await question(sessionId, messageId)).answer).toMatchObject({ toReview: true });
    await rate(rated, { rating: 'up' });
    expect(await groups()).toEqual([]);
    await rate(rated, { rating: 'down' });
    expect((await groups())[0]?.questions[0]?.notHelpful).toEqual({});
    const read = await service.get(`/api/messages?sessionId=${sessionId}`);
    expect(await read.text()).not.toMatch(/ratingComment|ratedAt|You do not/);
    expect((await feedback(rated, { rating: 'down', comment: 'x'.repeat(501) })).status).toBe(400);
  });

  test('can be dismissed with all similar ones, and return after undo or a newer occurrence', async () => {
    const first = await unanswered('Do you ship to Norway?', 0);
    const second = await unanswered('do you ship to norway', 1);
    await unanswered('Do you sell gift cards?', 2);
    clock.advance(10 * 60_000);
    const dismiss = async (dismissed: boolean, of = second) =>
      (await admin.send('PUT', `questions/${of.sessionId}/${of.messageId}`, { dismissed })).status;
    expect(await dismiss(true)).toBe(204);
    expect(await groups()).toMatchObject([{ question: 'Do you sell gift cards?' }]);
    expect(await question(first.sessionId, first.messageId)).toMatchObject({ dismissed: true, similar: [] });
    expect(await dismiss(false)).toBe(204);
    expect((await groups())[0]).toMatchObject({ count: 2 });
    await dismiss(true);
    const again = await unanswered('Do you ship to Norway', 11);
    expect((await groups())[0]).toMatchObject({ count: 1, sessionId: again.sessionId });
    clock.advance(5 * 60_000);
    await dismiss(true, again);
    const rated = await answered('Do you ship to Norway?', 12);
    clock.advance(60_000);
    await rate(rated, { rating: 'down' });
    expect((await groups())[0]).toMatchObject({ count: 1, sessionId: rated.sessionId });
    expect(await question(rated.sessionId, rated.messageId)).toMatchObject({ dismissed: false });
    await dismiss(true, rated);
    expect(await question(rated.sessionId, rated.messageId)).toMatchObject({ dismissed: true });
    clock.advance(60_000);
    for (const rating of ['up', 'down']) await rate(rated, { rating });
    expect((await groups())[0]).toMatchObject({ count: 1, sessionId: rated.sessionId });
    expect(await question(rated.sessionId, rated.messageId)).toMatchObject({ dismissed: false });
    const missing = `questions/${first.messageId}/${first.messageId}`;
    expect((await admin.send('PUT', missing, { dismissed: true })).status).toBe(404);
    expect((await admin.send('PUT', `questions/${first.sessionId}/${first.messageId}`, {})).status).toBe(400);
  });

  test('are answered with 404 if the id belongs to another message', async () => {
    const { sessionId, messageId } = await unanswered('Do you ship to Norway?', 0);
    const [, reply] = await store.conversations.messages(sessionId);
    expect((await admin.send('GET', `questions/${sessionId}/${reply?.id}`)).status).toBe(404);
    expect((await admin.send('GET', `questions/${messageId}/${messageId}`)).status).toBe(404);
  });

  test('are shortened in lists, and complete when they are read individually', async () => {
    const long = `Do you ship ${'parcels '.repeat(100)}?`.trim();
    const { sessionId, messageId } = await unanswered(long, 0);
    const [group] = await groups();
    expect(Array.from(group?.questions[0]?.question ?? '')).toHaveLength(301);
    expect((await question(sessionId, messageId)).question).toBe(long);
  });
});
