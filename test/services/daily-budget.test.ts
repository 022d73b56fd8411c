import { describe, expect, test } from 'vitest';
import type { Answerer } from '../../src/ports.ts';
import { withDailyBudget } from '../../src/services/chat/daily-budget.ts';
import { ask, question } from '../support/asking.ts';
import { after, begin, START } from '../support/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/manual-clock.ts';
import { scriptedAnswerer } from '../support/scripted-answerer.ts';
import { openSqlite } from '../support/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => manualClock(Date.parse(START)));
const model = freshFixture(() => scriptedAnswerer());

const within = (budget: number): Answerer =>
  withDailyBudget(model, { budget, store: store.conversations, clock });
const spend = (inputTokens: number, outputTokens: number, minutes = 0) =>
  begin(store.conversations, 'Hello', {
    at: after(minutes),
    activity: { requests: 1, inputTokens, outputTokens },
  });

test('without a budget the assistant is itself', () => {
  expect(within(0)).toBe(model);
});

test('what went in and what came out is counted, up to the budget', async () => {
  await spend(60, 39);
  const assistant = within(100);
  expect((await ask(assistant, 'Hello')).text).toBe('Hello there.');
  await spend(0, 1, 1);
  clock.advance(9_999);
  expect((await ask(assistant, 'Hello')).text).toBe('Hello there.');
  clock.advance(1);
  const { text, results } = await ask(assistant, 'Hello');
  expect(text).toContain('I have reached my limit for today.');
  expect(results).toMatchObject([{ answered: false, usage: { inputTokens: 0, outputTokens: 0 } }]);
  expect(model.calls).toHaveLength(2);
});

test('the day is that of UTC', async () => {
  await spend(100, 0);
  const assistant = within(100);
  expect((await ask(assistant, 'Hello')).text).toContain('limit');
  clock.advance(Date.parse('2026-11-21T00:00:00.000Z') - Date.parse(START));
  expect((await ask(assistant, 'Hello')).text).toBe('Hello there.');
});

describe('once it is spent, a person', () => {
  test.each([
    ['is offered', undefined, true],
    ['is offered', 'when-unsure', true],
    ['is not offered', 'when-asked', false],
    ['is not offered', 'never', false],
  ] as const)('%s by an AI agent that hands over %s', async (_, handover, offered) => {
    await spend(100, 0);
    const { text } = await ask(within(100), question('Hello', { ...(handover && { handover }) }));
    expect(text.includes('Talk to a person')).toBe(offered);
  });
});
