import { expect, test } from 'vitest';
import { NO_USAGE } from '../../src/spending/rules/cost.ts';
import type { Answerer } from '../../src/ports.ts';
import { withDailyBudget } from '../../src/spending/daily-budget.ts';
import { ask } from '../support/ports/asking.ts';
import { after, begin, START } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => manualClock(Date.parse(START)));
const model = freshFixture(() => scriptedAnswerer());

/** Answers once the budget is spent. */
const documents: Answerer = {
  answer(_request, _signal, onText) {
    onText('From our documents.');
    return Promise.resolve({ usage: NO_USAGE, model: 'knowledge', sources: [], answered: false });
  },
};

const within = (budget: number): Answerer =>
  withDailyBudget(model, {
    budget,
    store: store.conversations,
    clock,
    instead: documents,
  });
const spend = (inputTokens: number, outputTokens: number, minutes = 0) =>
  begin(store.conversations, 'Hello', {
    at: after(minutes),
    activity: { requests: 1, inputTokens, outputTokens },
  });

test('without a budget the model is used without a limit', () => {
  expect(within(0)).toBe(model);
});

test('input and output tokens count up to the budget, and those of other instances after ten seconds', async () => {
  await spend(60, 39);
  model.script({ deltas: ['Hello there.'], result: { usage: NO_USAGE } });
  const assistant = within(100);
  expect((await ask(assistant, 'Hello')).text).toBe('Hello there.');
  await spend(0, 1, 1);
  clock.advance(9_999);
  expect((await ask(assistant, 'Hello')).text).toBe('Hello there.');
  clock.advance(1);
  const { text, results } = await ask(assistant, 'Hello');
  expect(text).toBe('From our documents.');
  expect(results).toMatchObject([{ answered: false, usage: { inputTokens: 0, outputTokens: 0 } }]);
  expect(model.calls).toHaveLength(2);
});

test('answers of the same instance count immediately, so only answers in progress exceed the budget', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  model.script({ deltas: ['Hello there.'], before: released });
  const assistant = within(400);
  const asked = Array.from({ length: 3 }, () => ask(assistant, 'Hello'));
  await expect.poll(() => model.calls.length).toBe(3);
  release(undefined);
  await Promise.all(asked);
  for (let more = 0; more < 3; more++) {
    expect((await ask(assistant, 'Hello')).text).toBe('From our documents.');
  }
  expect(model.calls).toHaveLength(3);
  // The counts in the store may not have these answers yet.
  clock.advance(10_000);
  expect((await ask(assistant, 'Hello')).text).toBe('From our documents.');
});

test('answers one after another exceed the budget by less than one answer', async () => {
  const assistant = within(301);
  for (let asked = 0; asked < 6; asked++) await ask(assistant, 'Hello');
  expect(model.calls).toHaveLength(3);
});

test('calls of an answer that failed later are counted', async () => {
  const used = { model: 'm', usage: { inputTokens: 90, outputTokens: 10, cachedInputTokens: 0 } };
  model.script({ fails: 'broken-stream', used });
  const assistant = within(100);
  expect((await ask(assistant, 'Hello')).failure).toBe('assistant-unavailable: broken-stream');
  expect((await ask(assistant, 'Hello')).text).toBe('From our documents.');
  expect(model.calls).toHaveLength(1);
});

test('the budget is renewed at midnight UTC', async () => {
  await spend(100, 0);
  const assistant = within(100);
  expect((await ask(assistant, 'Hello')).text).toBe('From our documents.');
  clock.advance(Date.parse('2026-11-21T00:00:00.000Z') - Date.parse(START));
  expect((await ask(assistant, 'Hello')).text).toBe('Hello there.');
});
