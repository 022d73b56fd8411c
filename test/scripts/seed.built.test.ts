import { expect, test } from 'vitest';
import { fill } from '../../scripts/seed/fill.ts';
import { week } from '../../scripts/seed/week.ts';
import { sumOf } from '../../src/conversations/rules/figures.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { EVER, pages } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const NOW = Date.parse('2026-11-20T17:24:00.000Z');
const options = {
  conversations: 600,
  days: 7,
  seed: 1,
  nowMs: NOW,
};

const store = freshFixture(() => openSqlite({ synchronous: 'NORMAL' }));

async function sessions(): Promise<SessionRecord[]> {
  const found = await pages((cursor) =>
    store.conversations.list({ sortBy: 'recent', limit: 200, ...cursor }),
  );
  return found.flat();
}

test('the same seed creates the same week, and another seed a different week', () => {
  const told = [...week(options)];
  expect([...week(options)]).toEqual(told);
  expect([...week({ ...options, seed: 2 })]).not.toEqual(told);
});

test('a week creates the records that real conversations would leave', async () => {
  const filled = await fill(store.conversations, week(options));
  const all = await sessions();
  expect(all).toHaveLength(filled.conversations);
  let messages = 0;
  for (const session of all) {
    const thread = await store.conversations.messages(session.sessionId);
    expect(thread.map(({ seq }) => seq)).toEqual(
      Array.from({ length: session.messageCount }, (_, i) => i + 1),
    );
    const times = thread.map(({ createdAt }) => createdAt);
    expect(times.toSorted()).toEqual(times);
    expect(Date.parse(session.lastMessageAt)).toBeLessThanOrEqual(NOW);
    expect(Date.parse(session.createdAt)).toBeGreaterThan(NOW - 7 * 86_400_000 - 3_600_000);
    const used = await store.conversations.usage(session.sessionId);
    expect(session.inputTokens).toBe(used.reduce((sum, { inputTokens }) => sum + inputTokens, 0));
    messages += thread.filter(({ role }) => role !== 'system').length;
  }
  const figures = sumOf(await store.conversations.activity(...EVER));
  expect(figures.conversations).toBe(all.length);
  expect(figures.messages).toBe(messages);
  expect(figures.cost).toBeCloseTo(
    all.reduce((sum, { cost }) => sum + cost, 0),
    9,
  );
});

test('a week contains everything that the dashboard shows', async () => {
  await fill(store.conversations, week({ ...options, conversations: 3000 }));
  const all = await sessions();
  const kinds = new Set(all.map(({ status }) => status));
  expect(kinds).toEqual(new Set(['open', 'human_requested', 'claimed', 'closed']));
  expect(new Set(all.map(({ locale }) => locale))).toEqual(new Set(['de-CH', 'en-GB']));
  expect(new Set(all.map(({ origin }) => origin)).size).toBe(4);
  const { handoffs, ratingsUp, ratingsDown } = sumOf(await store.conversations.activity(...EVER));
  expect(Math.min(handoffs, ratingsUp, ratingsDown)).toBeGreaterThan(10);
  expect((await store.conversations.questionsToReview(EVER[0], 1000)).length).toBeGreaterThan(50);
});

test('a search lists the matches of a week newest first, even if conversations overlap', async () => {
  await fill(store.conversations, week(options));
  const found = await pages((cursor) => store.conversations.search({ text: 'die', limit: 200, ...cursor }));
  const times = found.flat().map(({ createdAt }) => createdAt);
  expect(times.length).toBeGreaterThan(100);
  expect(times.toSorted().toReversed()).toEqual(times);
});

test('a second fill adds nothing', async () => {
  await fill(store.conversations, week(options));
  const again = await fill(store.conversations, week(options));
  expect(again).toEqual({ conversations: 0, messages: 0 });
});
