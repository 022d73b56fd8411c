import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { refusal } from '../support/refusal.ts';
import { answerOf, MINUTE_MS, question, SECOND_MS, turnInstances } from '../support/parts/turn-instances.ts';

const { file, instance, pass, claim, repliesIn, figures } = turnInstances();

test('a reply that the store refuses is kept, and completes after it was stored', async () => {
  const one = instance();
  const gate = Promise.withResolvers<void>();
  one.answerer.script({ deltas: ['So.'], after: gate.promise });
  const body = question();
  let complete = false;
  const answer = answerOf(await one.send(body)).then((stored) => {
    complete = true;
    return stored;
  });
  one.line.isCut = true;
  gate.resolve();
  await pass(MINUTE_MS);
  expect(complete).toBe(false);
  expect(await repliesIn(body)).toEqual([]);
  one.line.isCut = false;
  await pass(10 * SECOND_MS);
  expect((await answer).reply).toMatchObject({ seq: 2, content: 'So.' });
  expect(await repliesIn(body)).toHaveLength(1);
  expect(one.answerer.calls).toHaveLength(1);
});

test('a repeat on the instance that keeps the reply waits for it without asking the model', async () => {
  const one = instance();
  const gate = Promise.withResolvers<void>();
  one.answerer.script({ deltas: ['So.'], after: gate.promise });
  const body = question();
  const first = answerOf(await one.send(body));
  one.line.isCut = true;
  gate.resolve();
  await pass(SECOND_MS);
  const repeat = answerOf(await one.send(body));
  one.line.isCut = false;
  await pass(5 * SECOND_MS);
  expect(await repeat).toEqual(await first);
  expect(one.answerer.calls).toHaveLength(1);
});

test('a reply that the store refuses for two minutes is dropped, and a repeat asks the model again', async () => {
  const one = instance();
  const gate = Promise.withResolvers<void>();
  one.answerer.script({ deltas: ['So.'], after: gate.promise }, { deltas: ['So it is.'] });
  const body = question();
  const given = refusal(answerOf(await one.send(body)));
  one.line.isCut = true;
  gate.resolve();
  await pass(3 * MINUTE_MS);
  expect(await given).toBe('store-unavailable');
  one.line.isCut = false;
  expect((await answerOf(await one.send(body))).reply.content).toBe('So it is.');
});

test('an instance that ends tries to store the reply once more, then fails', async () => {
  const one = instance();
  const gate = Promise.withResolvers<void>();
  one.answerer.script({ deltas: ['So.'], after: gate.promise });
  const given = refusal(answerOf(await one.send(question())));
  one.line.isCut = true;
  gate.resolve();
  await pass(5 * SECOND_MS);
  one.ending.abort();
  await pass(SECOND_MS);
  expect(await given).toBe('store-unavailable');
});

test('a reply whose store request lost its response is stored and counted once', async () => {
  const one = instance();
  const gate = Promise.withResolvers<void>();
  one.answerer.script({ deltas: ['So.'], after: gate.promise });
  const body = question();
  const answer = answerOf(await one.send(body));
  one.line.losesAnswers = true;
  gate.resolve();
  await pass(5 * SECOND_MS);
  expect((await answer).reply.content).toBe('So.');
  expect(await repliesIn(body)).toHaveLength(1);
  expect((await file.conversations.load(body.sessionId))?.session.inputTokens).toBe(120);
  expect(await figures()).toEqual({
    visitorMessages: 1,
    assistantMessages: 1,
    requests: 1,
    inputTokens: 120,
  });
});

test('a message of a crashed instance is answered within 20 seconds, and counted once', async () => {
  const [dead, alive] = [instance(), instance()];
  dead.answerer.script({ before: new Promise(() => undefined) });
  const body = question();
  await dead.send(body);
  dead.line.isCut = true;
  const repeat = alive.send(body).then(answerOf);
  await pass(14 * SECOND_MS);
  expect(alive.answerer.calls).toHaveLength(0);
  await pass(6 * SECOND_MS);
  expect((await repeat).reply).toMatchObject({ seq: 2, content: 'Hello there.' });
  expect(await figures()).toMatchObject({ visitorMessages: 1, assistantMessages: 1, requests: 1 });
});

test('a message of a crashed instance goes to the agent who has claimed the session, and is counted once', async () => {
  const [dead, alive] = [instance(), instance()];
  dead.answerer.script({ before: new Promise(() => undefined) });
  const body = question();
  await dead.send(body);
  dead.line.isCut = true;
  await claim(body);
  const repeat = alive.send(body);
  await pass(20 * SECOND_MS);
  expect(await repeat).toMatchObject({ to: 'agent', message: { seq: 1, queued: true } });
  expect(alive.answerer.calls).toHaveLength(0);
  expect(await alive.send(body)).toMatchObject({ to: 'agent' });
  expect(await figures()).toMatchObject({ visitorMessages: 1, assistantMessages: 0, requests: 0 });
});

test('an instance waits for the slow answer of another instance, and polls less and less often', async () => {
  const [slow, other] = [instance(), instance()];
  const gate = Promise.withResolvers<void>();
  slow.answerer.script({ before: gate.promise, deltas: ['At last.'] });
  const body = question();
  const first = answerOf(await slow.send(body));
  const repeat = other.send(body).then(answerOf);
  await pass(90 * SECOND_MS);
  expect(other.answerer.calls).toHaveLength(0);
  expect(other.line.reads).toBeGreaterThan(40);
  expect(other.line.reads).toBeLessThan(55);
  gate.resolve();
  await pass(3 * SECOND_MS);
  expect((await repeat).reply).toEqual((await first).reply);
});

test('if two instances ask the model for one message, one answer is stored and both calls are counted', async () => {
  const [one, two] = [instance(), instance()];
  const gate = Promise.withResolvers<void>();
  one.answerer.script({ deltas: ['So.'], after: gate.promise });
  two.answerer.script({ deltas: ['Because.'] });
  const body = question();
  const first = answerOf(await one.send(body));
  one.line.isCut = true;
  gate.resolve();
  const repeat = two.send(body).then(answerOf);
  await pass(20 * SECOND_MS);
  expect((await repeat).reply.content).toBe('Because.');
  one.line.isCut = false;
  await pass(10 * SECOND_MS);
  expect((await first).reply.content).toBe('Because.');
  expect(await repliesIn(body)).toMatchObject([{ seq: 2, content: 'Because.' }]);
  const used = await file.conversations.usage(body.sessionId);
  expect(used.map(({ inputTokens }) => inputTokens)).toEqual([120, 120]);
  expect(new Set(used.map(({ id }) => id)).size).toBe(2);
  expect((await file.conversations.load(body.sessionId))?.session).toMatchObject({
    messageCount: 2,
    inputTokens: 240,
    turns: {},
  });
  expect(await figures()).toEqual({
    visitorMessages: 1,
    assistantMessages: 1,
    requests: 2,
    inputTokens: 240,
  });
});

test('tokens of a failed call are counted even if another instance has taken over the turn', async () => {
  const [one, two] = [instance(), instance()];
  const gate = Promise.withResolvers<void>();
  const used = { model: 'gpt-5-mini', usage: { inputTokens: 7, outputTokens: 1, cachedInputTokens: 0 } };
  one.answerer.script({ before: gate.promise, fails: 'timeout', used });
  two.answerer.script({ deltas: ['Because.'] });
  const body = question();
  const first = refusal(answerOf(await one.send(body)));
  one.line.isCut = true;
  const repeat = two.send(body).then(answerOf);
  await pass(20 * SECOND_MS);
  await repeat;
  one.line.isCut = false;
  gate.resolve();
  expect(await first).toBe('assistant-unavailable');
  expect((await file.conversations.load(body.sessionId))?.session.inputTokens).toBe(127);
  expect(await figures()).toEqual({
    visitorMessages: 1,
    assistantMessages: 1,
    requests: 2,
    inputTokens: 127,
  });
});

test('tokens of a first model call are counted even if the instance crashes in the second call', async () => {
  const [dead, alive] = [instance(), instance()];
  const used = { model: 'gpt-5-mini', usage: { inputTokens: 7, outputTokens: 1, cachedInputTokens: 0 } };
  dead.answerer.script({ used, after: new Promise(() => undefined) });
  const body = question();
  await dead.send(body);
  await pass(SECOND_MS);
  dead.line.isCut = true;
  const repeat = alive.send(body).then(answerOf);
  await pass(20 * SECOND_MS);
  await repeat;
  expect(await figures()).toEqual({
    visitorMessages: 1,
    assistantMessages: 1,
    requests: 2,
    inputTokens: 127,
  });
});

test('each model call of an answer is counted once, and their sum in the conversation', async () => {
  const one = instance();
  const used = { model: 'gpt-5-mini', usage: { inputTokens: 7, outputTokens: 1, cachedInputTokens: 0 } };
  one.answerer.script({ deltas: ['So.'], used });
  const body = question();
  expect((await answerOf(await one.send(body))).usage.inputTokens).toBe(127);
  await pass(SECOND_MS);
  expect((await file.conversations.load(body.sessionId))?.session.inputTokens).toBe(127);
  expect(await figures()).toMatchObject({ requests: 2, inputTokens: 127 });
});

test('an answer that is interrupted by the end of the instance is stored as far as it was streamed, and a repeat asks again', async () => {
  const one = instance();
  one.answerer.script({ deltas: ['So.'], after: new Promise(() => undefined) });
  const body = question();
  const answer = answerOf(await one.send(body));
  await pass(SECOND_MS);
  one.ending.abort(new AppError('assistant-unavailable', { reason: 'shutdown' }));
  expect(await refusal(answer)).toBe('assistant-unavailable');
  expect(await repliesIn(body)).toMatchObject([{ content: 'So.', interrupted: true }]);
  const other = instance();
  other.answerer.script({ deltas: ['So it is.'] });
  expect((await answerOf(await other.send(body))).reply).toMatchObject({ seq: 2, content: 'So it is.' });
});
