import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import type { Message } from '../../src/conversations/records/message.ts';
import type { ConversationStore } from '../../src/ports.ts';
import { begin, change, draft, EVER, say, START, freshStore } from '../support/stores/conversations.ts';
import { FULL_MESSAGE, FULL_SESSION } from '../support/stores/full-records.ts';
import { conversationClosedContract } from './conversation-closed.contract.ts';
import { conversationDeletionContract } from './conversation-deletion.contract.ts';
import { conversationFiguresContract } from './conversation-figures.contract.ts';
import { conversationListsContract } from './conversation-lists.contract.ts';
import { conversationOutboxContract } from './conversation-outbox.contract.ts';
import { conversationRacesContract } from './conversation-races.contract.ts';
import { conversationReplacementContract } from './conversation-replacement.contract.ts';
import { conversationSearchContract } from './conversation-search.contract.ts';

/** Opens an empty store for one test. */
export type OpenConversations = () => Promise<{ store: ConversationStore; close(): Promise<void> }>;

/** The contract of every store of conversations. */
export function conversationStoreContract(name: string, open: OpenConversations): void {
  describe(`${name}, as a store of conversations`, () => {
    const store = freshStore(open);

    it('returns nothing for a session that was never stored', async () => {
      const id = randomUUID();
      expect(await store.load(id)).toBeUndefined();
      expect(await store.message(id, randomUUID())).toBeUndefined();
      expect(await store.messages(id)).toEqual([]);
      expect(await store.usage(id)).toEqual([]);
    });

    it('returns every field of a session and of its messages as it was stored', async () => {
      const session = { ...FULL_SESSION, sessionId: randomUUID() };
      const messages = fullMessages(session.sessionId);
      const stored = await store.commit({ session, expected: 'absent', append: messages });
      const { version } = await loaded(session.sessionId);
      expect(stored).toEqual({ ok: true, version });
      expect(await store.load(session.sessionId)).toEqual({ session, recent: messages, version });
      expect(await store.messages(session.sessionId)).toEqual(messages);
      for (const message of messages) {
        expect(await store.message(session.sessionId, message.id)).toEqual(message);
      }
    });

    it.each([
      ['emoji beyond the first plane', `👩‍👩‍👧 ${'😀'.repeat(3000)}`],
      ['control characters and NUL', 'a\u0000b\u0001\u0002c\u202Ed\u200B'],
      ['quotes, markup and SQL', `"'; DROP TABLE session; -- <script>alert(1)</script> $.x \\ %s`],
      ['composed and decomposed letters', 'é e\u0301 ß İ ﬁ 日本語 العربية'],
      ['line ends', 'one\r\ntwo\nthree\tfour'],
      ['an empty text', ''],
    ])('returns the exact text of a message: %s', async (_what, content) => {
      const { session, message } = await begin(store, content);
      expect(await store.message(session.sessionId, message.id)).toEqual(message);
      expect((await loaded(session.sessionId)).recent).toEqual([message]);
    });

    it('refuses to start a session that exists, and stores nothing of it', async () => {
      const first = await begin(store);
      const again = append(startSession(first.session.sessionId, START), draft('again'), START);
      expect(
        await store.commit({ session: again.session, expected: 'absent', append: [again.message] }),
      ).toEqual({ ok: false, reason: 'conflict' });
      expect(await store.load(first.session.sessionId)).toEqual({
        session: first.session,
        recent: [first.message],
        version: first.version,
      });
    });

    it('refuses a write at an outdated version, and stores nothing of it', async () => {
      const { session, version: passed } = await begin(store);
      const second = await say(store, session.sessionId, 'second');
      const late = append(session, draft('late'), START);
      const activity = { id: late.message.id, at: START, visitorMessages: 1 };
      expect(
        await store.commit({ session: late.session, expected: passed, append: [late.message], activity }),
      ).toEqual({ ok: false, reason: 'conflict' });
      expect((await loaded(session.sessionId)).session).toEqual(second.session);
      expect(await store.messages(session.sessionId, 1)).toEqual([second.message]);
      expect(await store.activity(...EVER)).toEqual([]);
    });

    it('refuses a write to a session that does not exist, at any version', async () => {
      const { version } = await begin(store);
      const { session, message } = append(startSession(randomUUID(), START), draft('hi'), START);
      for (const expected of [version, 'not a version', '']) {
        expect(await store.commit({ session, expected, append: [message] })).toEqual({
          ok: false,
          reason: 'conflict',
        });
      }
      expect(await store.load(session.sessionId)).toBeUndefined();
    });

    it('refuses a message whose id is stored, at any version, and stores nothing of the write', async () => {
      const { session, message, version } = await begin(store);
      const fresh = append(session, draft('fresh'), START);
      const repeated = append(fresh.session, draft('repeated', { id: message.id }), START);
      const commit = {
        session: repeated.session,
        append: [fresh.message, repeated.message],
        activity: { id: randomUUID(), at: START, visitorMessages: 2 },
      };
      for (const expected of [version, 'absent', 'passed'] as const) {
        expect(await store.commit({ ...commit, expected })).toEqual({ ok: false, reason: 'duplicate' });
      }
      expect(await store.load(session.sessionId)).toEqual({ session, recent: [message], version });
      expect(await store.activity(...EVER)).toEqual([]);
      expect((await store.search({ text: 'fresh', limit: 5 })).items).toEqual([]);
    });

    it('lets two sessions use the same message id', async () => {
      const id = randomUUID();
      const one = await begin(store, 'one', { message: { id } });
      const two = await begin(store, 'two', { message: { id } });
      expect(await store.message(one.session.sessionId, id)).toEqual(one.message);
      expect(await store.message(two.session.sessionId, id)).toEqual(two.message);
    });

    it('changes the version with every write, also one without a message', async () => {
      const { session, version } = await begin(store);
      const next = await change(store, session.sessionId, { turns: { a: START } });
      expect(next).not.toBe(version);
      expect(await loaded(session.sessionId)).toMatchObject({
        version: next,
        session: { turns: { a: START } },
      });
    });

    it('lists the messages after a position, in their order', async () => {
      const { session, message } = await begin(store);
      const rest: Message[] = [];
      for (const content of ['two', 'three', 'four']) {
        rest.push((await say(store, session.sessionId, content)).message);
      }
      expect(await store.messages(session.sessionId)).toEqual([message, ...rest]);
      expect(await store.messages(session.sessionId, 2)).toEqual(rest.slice(1));
      expect(await store.messages(session.sessionId, 0, 2)).toEqual([message, ...rest].slice(0, 2));
      expect(await store.messages(session.sessionId, 4)).toEqual([]);
    });

    it('loads a session with its newest messages, at least 16 KB of text if there is as much', async () => {
      const { session } = await begin(store, 'x'.repeat(3000));
      for (let n = 0; n < 9; n++) await say(store, session.sessionId, 'é'.repeat(1500));
      const all = await store.messages(session.sessionId);
      const { recent } = await loaded(session.sessionId);
      expect(recent).toEqual(all.slice(-recent.length));
      const bytes = recent.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
      expect(bytes).toBeGreaterThanOrEqual(16 * 1024);
      expect(recent.length).toBeLessThan(10);
    });

    it("keeps each answer's token usage, oldest first", async () => {
      const { session } = await begin(store);
      const { sessionId } = session;
      const spent = { role: 'assistant' } as const;
      const one = await say(store, sessionId, 'one', {
        message: spent,
        usage: { inputTokens: 7, cost: 0.1 },
      });
      await say(store, sessionId, 'thanks');
      const two = await say(store, sessionId, 'two', {
        message: spent,
        usage: { inputTokens: 9, cost: 0.2 },
      });
      const record = { sessionId, model: 'm', outputTokens: 0, cachedInputTokens: 0, createdAt: START };
      expect(await store.usage(sessionId)).toEqual([
        { id: one.message.id, messageId: one.message.id, inputTokens: 7, cost: 0.1, ...record },
        { id: two.message.id, messageId: two.message.id, inputTokens: 9, cost: 0.2, ...record },
      ]);
    });

    it('counts the sessions by their current status', async () => {
      const [one] = await Promise.all([begin(store), begin(store), begin(store)]);
      await change(store, one.session.sessionId, { status: 'claimed', claimedBy: 'mia' });
      expect(await store.count('open')).toBe(2);
      expect(await store.count('claimed')).toBe(1);
      expect(await store.count('closed')).toBe(0);
    });

    async function loaded(sessionId: string) {
      const conversation = await store.load(sessionId);
      if (!conversation) throw new Error('There is no such session.');
      return conversation;
    }
  });

  conversationRacesContract(name, open);
  conversationReplacementContract(name, open);
  conversationOutboxContract(name, open);
  conversationDeletionContract(name, open);
  conversationListsContract(name, open);
  conversationClosedContract(name, open);
  conversationSearchContract(name, open);
  conversationFiguresContract(name, open);
}

function fullMessages(sessionId: string): Message[] {
  const id = randomUUID();
  const common = { sessionId, content: 'Hello', createdAt: START };
  return [
    { ...common, id, seq: 1, role: 'visitor', queued: true },
    { ...FULL_MESSAGE, sessionId, id: randomUUID(), seq: 2, replyTo: id },
    { ...common, id: randomUUID(), seq: 3, role: 'system', event: 'human-requested' },
    { ...common, id: randomUUID(), seq: 4, role: 'agent', agent: { oid: 'mia', name: 'Mia' } },
  ];
}
