import { expect, test } from 'vitest';
import { deskQueue } from '../../src/web/desk/state/queue.ts';
import { initialState } from '../../src/web/desk/state/state.ts';
import { store } from '../../src/web/ui/store.ts';
import type { AgentApi } from '../../src/web/ui/agent-api.ts';
import type { AgentSessionsReply } from '../../src/desk/wire/agent.ts';

const COUNT = 450;
const conversations = Array.from({ length: COUNT }, (_, index) => {
  const at = new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString();
  return {
    ...{ sessionId: `s${index}`, status: 'open' as const, createdAt: at, updatedAt: at, lastMessageAt: at },
    ...{ messageCount: 2, inputTokens: 0, outputTokens: 0, cost: 0, opening: 'Hello', preview: 'Hi' },
  };
});

/** Lists the conversations in pages; `remove` takes one away. */
function service() {
  const removed = new Set<string>();
  const get = (path: string): Promise<AgentSessionsReply> => {
    const query = new URL(path, 'http://service').searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit'));
    const page = conversations.slice(from, query.has('status') ? from : to);
    return Promise.resolve({
      sessions: page.filter(({ sessionId }) => !removed.has(sessionId)),
      ...(page.length > 0 && to < COUNT && { nextCursor: String(to) }),
    });
  };
  const api = { get } as Partial<AgentApi> as AgentApi;
  return { api, remove: (sessionId: string) => removed.add(sessionId) };
}

test('a refresh keeps further pages and removes missing conversations of the first 200', async () => {
  const { api, remove } = service();
  const state = store(initialState({ oid: 'mia', name: 'Mia' }));
  const queue = deskQueue(state, api);
  await queue.show('all');
  for (let page = 1; page < 7; page++) await queue.more();
  expect(state.get().rows.size).toBe(350);
  remove('s7');
  await Promise.all([queue.more(), queue.refresh()]);
  expect(state.get().rows.size).toBe(399);
  expect(state.get().rows.has('s7')).toBe(false);
  expect(state.get().cursors).toEqual({ all: '400' });
});

test.each([
  ['another filter', 'more', { sourceDomain: 'shop.example.com' }],
  ['another filter', 'refresh', { sourceDomain: 'shop.example.com' }],
  ['another view', 'more', undefined],
] as const)(
  'an answer that arrives after %s was chosen does not set the cursor (%s)',
  async (_what, call, filter) => {
    const { api } = service();
    const state = store(initialState({ oid: 'mia', name: 'Mia' }));
    const held: (() => void)[] = [];
    let isHeld = false;
    const get = async (path: string) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return api.get<AgentSessionsReply>(path);
    };
    const queue = deskQueue(state, { get } as Partial<AgentApi> as AgentApi);
    await queue.show('all');
    isHeld = true;
    const late = queue[call]();
    const first = held.splice(0);
    const chosen = filter ? queue.narrow(filter) : queue.show('closed');
    for (const answer of first) answer();
    // The choice waits for the run before it, then asks for itself: its own answers are still held.
    await expect.poll(() => held.length).toBeGreaterThan(0);
    if (call === 'more') await late;
    expect(state.get().cursors).toEqual({});
    isHeld = false;
    for (const answer of held) answer();
    await Promise.all([late, chosen]);
  },
);

test('a refresh that is requested at the end of another one is carried out', async () => {
  let isAsked = false;
  let hasFetchedSince = false;
  const get = (): Promise<AgentSessionsReply> => {
    hasFetchedSince = isAsked;
    return Promise.resolve({ sessions: [] });
  };
  for (let steps = 0; steps < 20; steps++) {
    isAsked = false;
    hasFetchedSince = false;
    const state = store(initialState({ oid: 'mia', name: 'Mia' }));
    const queue = deskQueue(state, { get } as Partial<AgentApi> as AgentApi);
    const first = queue.refresh();
    for (let step = 0; step < steps; step++) await Promise.resolve();
    isAsked = true;
    await queue.refresh();
    await first;
    expect(hasFetchedSince, `after ${steps} microtasks`).toBe(true);
  }
});
