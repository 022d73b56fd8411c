import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import { transition } from '../../src/core/session-state-machine.ts';
import type { SessionRecord } from '../../src/domain/records/session.ts';
import type { ConversationStore } from '../../src/ports.ts';
import type { ResolvedAssistant } from '../../src/services/assistants/assistant-profiles.ts';
import { background } from '../../src/services/platform/background.ts';
import { conversations } from '../../src/services/chat/conversations.ts';
import { modelCalls } from '../../src/services/chat/model-calls.ts';
import { outageRetries } from '../../src/services/chat/outage-retries.ts';
import { repeats } from '../../src/services/chat/repeats.ts';
import { turns } from '../../src/services/chat/turns.ts';
import { visitorMessages, type TurnOutcome } from '../../src/services/chat/visitor-messages.ts';
import { noFiles } from './support/no-files.ts';
import { EVER } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { heardTelemetry } from '../support/ports/heard-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/real-random.ts';
import { refusal } from '../support/refusal.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { silentRealtime, silentVisitorEvents } from './support/silent-realtime.ts';
import { startAnywhere } from './support/start-anywhere.ts';
import { noNotices } from './support/no-notices.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const PROFILE: ResolvedAssistant = {
  name: 'Ada',
  instructions: 'Help.',
  greeting: 'Hello',
  handoff: 'when-unsure',
  knowledge: { kind: 'folder', folder: '' },
};
const file = freshFixture(() => openSqlite());
const clock = freshFixture(() => manualClock());

/**
 * One instance of the service on the shared store, with a connection to it that can be cut, and a model of
 * its own.
 */
function instance() {
  const answerer = scriptedAnswerer();
  const line = { isCut: false, losesAnswers: false, reads: 0 };
  const store: ConversationStore = {
    ...file.conversations,
    async load(sessionId) {
      line.reads++;
      if (line.isCut) throw new AppError('store-unavailable');
      return await file.conversations.load(sessionId);
    },
    async commit(change) {
      if (line.isCut) throw new AppError('store-unavailable');
      const outcome = await file.conversations.commit(change);
      if (!line.losesAnswers) return outcome;
      line.losesAnswers = false;
      throw new AppError('store-unavailable');
    },
  };
  const telemetry = heardTelemetry();
  const ending = new AbortController();
  const parts = {
    store,
    realtime: silentRealtime,
    visitorEvents: silentVisitorEvents,
    notices: noNotices,
    clock,
    random: realRandom,
    telemetry,
    background: background(telemetry),
  };
  const rateGate = {
    session: () => undefined,
    message: (session: SessionRecord) => session,
    sessionReads: () => Promise.resolve(),
  };
  const shared = {
    ...parts,
    conversations: conversations(parts),
    rateGate,
    requestBudget: { leave: <T>(work: () => T) => work() },
    stopping: ending.signal,
  };
  const retryOutage = outageRetries(shared);
  const askModel = modelCalls({
    ...shared,
    retryOutage,
    answerer,
    availability: { known: () => undefined },
    profiles: { profileFor: () => Promise.resolve(PROFILE) },
    pricing: () => undefined,
  });
  const startTurn = turns({ ...shared, retryOutage, askModel, checks: { consider: () => undefined } });
  const messages = visitorMessages({
    ...shared,
    startTurn,
    resumeTurn: repeats({ ...shared, startTurn }),
    attachments: noFiles,
    startSession: startAnywhere,
  });
  return {
    answerer,
    line,
    ending,
    send: (body: Body) => messages.send(body, undefined, { streaming: true }),
  };
}

type Body = ReturnType<typeof question>;
const question = () => ({ message: 'Why?', sessionId: randomUUID(), clientMessageId: randomUUID() });

/** Advances the clock in small steps, and waits for what happens in each. */
async function pass(ms: number, stepMs = 250): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(stepMs);
    for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

function answerOf(standing: TurnOutcome) {
  if (standing.to === 'agent') throw new Error('An agent answers.');
  return standing.answering.answered;
}

async function claim({ sessionId }: Body) {
  const conversation = await file.conversations.load(sessionId);
  if (!conversation) throw new Error('There is no conversation.');
  const { session, version } = conversation;
  const agent = { oid: randomUUID(), name: 'Mia' };
  const claimed = transition(session, { type: 'claim', agent }, new Date(clock.now()).toISOString());
  if (!claimed.ok) throw new Error('It cannot be claimed.');
  expect((await file.conversations.commit({ session: claimed.session, expected: version })).ok).toBe(true);
}

const repliesIn = async ({ sessionId }: Body) =>
  (await file.conversations.messages(sessionId)).filter(({ role }) => role === 'assistant');

async function figures() {
  const [hour] = await file.conversations.activity(...EVER);
  if (!hour) throw new Error('There are no figures.');
  const { assistantMessages, requests, inputTokens } = hour;
  return { visitorMessages: hour.visitorMessages, assistantMessages, requests, inputTokens };
}

test('a reply that the store does not take is kept, and is complete once it is stored', async () => {
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

test('a repeat on the instance that keeps the reply waits for it, and asks no model', async () => {
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

test('after two minutes a reply is given up, and a repeat asks again', async () => {
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

test('an instance that ends tries once more and keeps nothing any longer', async () => {
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

test('a reply that was stored although the store said nothing is stored and counted once', async () => {
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

test('a message of an instance that died is answered within 20 seconds, and counted once', async () => {
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

test('a message of an instance that died goes to the agent who has claimed, and is counted once', async () => {
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

test('an answer that takes longer is left to its instance, and those who wait look ever more rarely', async () => {
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

test('of two instances that both asked the model one answer is stored, and both calls are counted', async () => {
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

test('tokens of a failed call count although another instance has taken the turn over', async () => {
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

test('tokens of a first call count although the instance dies in the second one of the same answer', async () => {
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

test('the calls of one answer count once each, and together in its conversation', async () => {
  const one = instance();
  const used = { model: 'gpt-5-mini', usage: { inputTokens: 7, outputTokens: 1, cachedInputTokens: 0 } };
  one.answerer.script({ deltas: ['So.'], used });
  const body = question();
  expect((await answerOf(await one.send(body))).usage.inputTokens).toBe(127);
  await pass(SECOND_MS);
  expect((await file.conversations.load(body.sessionId))?.session.inputTokens).toBe(127);
  expect(await figures()).toMatchObject({ requests: 2, inputTokens: 127 });
});

test('an answer under way when the instance ends is interrupted: what was seen is stored, a repeat asks anew', async () => {
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
