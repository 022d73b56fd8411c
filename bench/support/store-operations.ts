import { randomUUID } from 'node:crypto';
import { transition } from '../../src/core/session-state-machine.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import type { ConversationStore } from '../../src/ports.ts';

const DAY_MS = 86_400_000;
const AGENT = { oid: 'agent', name: 'Mia' };

/** An operation of a view or a job, as its service asks the store for it. */
type StoreOperation = readonly [name: string, run: () => Promise<unknown>];

/** The requests of visitors, agents and admins to a store with conversations of the last seven days. */
export function storeOperations(store: ConversationStore, nowMs = Date.now()): StoreOperation[] {
  const at = (ageMs: number) => new Date(nowMs - ageMs).toISOString();

  async function newSession(): Promise<string> {
    const sessionId = randomUUID();
    const draft = { id: randomUUID(), role: 'visitor', content: 'Where is my order?' } as const;
    const { session, message } = append(startSession(sessionId, at(0)), draft, at(0));
    await store.commit({ session, expected: 'absent', append: [message] });
    return sessionId;
  }

  async function claim(sessionId: string): Promise<void> {
    const read = await store.load(sessionId);
    const outcome = read && transition(read.session, { type: 'claim', agent: AGENT }, at(0));
    if (!read || !outcome?.ok) throw new Error('The conversation cannot be claimed.');
    const { session } = outcome;
    await store.commit({ session, expected: read.version, recent: read.recent });
  }

  async function exportTen(): Promise<void> {
    const { items } = await store.list({ sortBy: 'recent', limit: 10 });
    await Promise.all(items.flatMap(({ sessionId }) => [store.messages(sessionId), store.usage(sessionId)]));
  }

  return [
    ['a message of a visitor, stored', newSession],
    ['a page of 50 conversations', () => store.list({ sortBy: 'recent', limit: 50 })],
    ['a page of 50 at the desk', () => store.queue({ limit: 50 })],
    ['a search with many results', () => store.search({ text: 'danke', limit: 20 })],
    ['a search without results', () => store.search({ text: 'danke zeppelin', limit: 20 })],
    [
      'the dashboard',
      () =>
        Promise.all([
          store.activity(at(14 * DAY_MS), at(0)),
          store.list({ sortBy: 'cost', activeSince: at(DAY_MS), limit: 10 }),
          store.count('claimed'),
          store.questionsToReview(at(7 * DAY_MS), 50),
        ]),
    ],
    ['a claim', async () => claim(await newSession())],
    [
      'a page of 50 closed chats',
      () => store.closed({ from: at(30 * DAY_MS), to: at(0), order: 'newest', limit: 50 }),
    ],
    ['10 conversations of an export', exportTen],
    [
      'retention, a deletion',
      async () => {
        await store.idleSince(at(6 * DAY_MS), 100);
        await store.delete(await newSession());
      },
    ],
  ];
}
