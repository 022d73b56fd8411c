import { describe, expect, it } from 'vitest';
import { append } from '../../src/conversations/rules/session-messages.ts';
import {
  after,
  begin,
  change,
  draft,
  EVER,
  say,
  START,
  freshStore,
} from '../support/stores/conversations.ts';
import { appendRetrying } from '../support/stores/append-retrying.ts';
import type { OpenConversations } from './conversation-store.contract.ts';

/** The records that a deletion of a session removes, and the sessions that a retention finds. */
export function conversationDeletionContract(name: string, open: OpenConversations): void {
  describe(`${name}, when sessions are deleted`, () => {
    const store = freshStore(open);

    it('removes the session with its messages, usage and index entries', async () => {
      const { session, message } = await begin(store, 'a question about zebras');
      const { sessionId } = session;
      await say(store, sessionId, 'zebras answer', {
        message: { role: 'assistant', replyTo: message.id, unanswered: true },
        usage: { inputTokens: 5, cost: 0.5 },
        session: { cost: 0.5 },
      });
      expect(await store.delete(sessionId)).toBe(true);
      expect(await store.load(sessionId)).toBeUndefined();
      expect(await store.message(sessionId, message.id)).toBeUndefined();
      expect(await store.messages(sessionId)).toEqual([]);
      expect(await store.usage(sessionId)).toEqual([]);
      expect(await store.search({ text: 'zebras', limit: 5 })).toEqual({ items: [] });
      for (const sortBy of ['recent', 'cost'] as const) {
        expect(await store.list({ sortBy, limit: 5 })).toEqual({ items: [] });
      }
      expect(await store.queue({ limit: 5 })).toEqual({ items: [] });
      expect(await store.count('open')).toBe(0);
      expect(await store.questionsToReview(START, 5)).toEqual([]);
      expect(await store.idleSince(after(60), 5)).toEqual([]);
    });

    it('leaves every other session as it was', async () => {
      const gone = await begin(store, 'zebras here');
      const kept = await begin(store, 'zebras there');
      await store.delete(gone.session.sessionId);
      expect(await store.load(kept.session.sessionId)).toEqual({
        session: kept.session,
        recent: [kept.message],
        version: kept.version,
      });
      const { items } = await store.search({ text: 'zebras', limit: 5 });
      expect(items.map(({ messageId }) => messageId)).toEqual([kept.message.id]);
    });

    it('keeps the hourly figures, which contain no text of the session', async () => {
      const { session } = await begin(store, 'Hello', { activity: { visitorMessages: 1, cost: 0.5 } });
      const figures = await store.activity(...EVER);
      await store.delete(session.sessionId);
      expect(await store.activity(...EVER)).toEqual(figures);
      expect(figures).toHaveLength(1);
    });

    it('returns false if the session to delete does not exist', async () => {
      const { session } = await begin(store);
      expect(await store.delete(session.sessionId)).toBe(true);
      expect(await store.delete(session.sessionId)).toBe(false);
    });

    it('does not delete a session that was changed since it was read', async () => {
      const { session, version } = await begin(store);
      const { sessionId } = session;
      const late = await say(store, sessionId, 'I am back');
      expect(await store.delete(sessionId, version)).toBe(false);
      expect(await store.messages(sessionId)).toHaveLength(2);
      expect(await store.delete(sessionId, late.version)).toBe(true);
      expect(await store.load(sessionId)).toBeUndefined();
    });

    it('either deletes a session or stores a concurrent message in it, never both', async () => {
      const read = await Promise.all([...Array(8)].map(() => begin(store)));
      const outcomes = await Promise.all(
        read.map(async ({ session, version }) => {
          const next = append(session, draft('I am back'), START);
          const commit = { session: next.session, expected: version, append: [next.message] };
          const [gone, said] = await Promise.all([
            store.delete(session.sessionId, version),
            store.commit(commit),
          ]);
          return { gone, said: said.ok, left: (await store.messages(session.sessionId)).length };
        }),
      );
      for (const { gone, said, left } of outcomes) {
        expect({ said, left }).toEqual({ said: !gone, left: gone ? 0 : 2 });
      }
    });

    it('deletes a long conversation completely or not at all if a visitor writes concurrently', async () => {
      for (let round = 0; round < 4; round++) {
        const { session, version } = await long();
        const { sessionId } = session;
        const next = append(session, draft('I am back'), START);
        const commit = { session: next.session, expected: version, append: [next.message] };
        const [gone, said] = await Promise.all([store.delete(sessionId, version), store.commit(commit)]);
        expect(said.ok).toBe(!gone);
        expect(await store.messages(sessionId)).toHaveLength(gone ? 0 : session.messageCount + 1);
        // The version that was read has passed, and nothing is lost by trying it.
        expect(await store.delete(sessionId, version)).toBe(false);
        expect(await store.messages(sessionId)).toHaveLength(gone ? 0 : session.messageCount + 1);
      }
    });

    it('deletes a long conversation while a visitor keeps writing, and numbers the messages after it from 1', async () => {
      const { session } = await long();
      const { sessionId } = session;
      const writing = (async () => {
        for (let n = 0; n < 12; n++) await appendRetrying(store, sessionId, draft(`Message ${n}`));
      })();
      expect(await store.delete(sessionId)).toBe(true);
      await writing;
      const left = await store.messages(sessionId);
      expect(left.map(({ seq }) => seq)).toEqual(left.map((_, at) => at + 1));
      expect(left.length).toBeLessThanOrEqual(12);
      await store.delete(sessionId);
      expect(await store.messages(sessionId)).toEqual([]);
    });

    /** A conversation of more messages than a transaction of any store holds. */
    async function long() {
      let { session, version } = await begin(store);
      for (let batch = 0; batch < 3; batch++) {
        const messages = [];
        for (let n = 0; n < 80; n++) {
          const appended = append(session, draft(`Message ${n}`), START);
          ({ session } = appended);
          messages.push(appended.message);
        }
        const outcome = await store.commit({ session, expected: version, append: messages });
        if (!outcome.ok) throw new Error(outcome.reason);
        ({ version } = outcome);
      }
      return { session, version };
    }

    it('refuses a write with a version from before the deletion, even after the id is used again', async () => {
      const { session, version } = await begin(store);
      const { sessionId } = session;
      await store.delete(sessionId);
      const late = append(session, draft('late'), START);
      const commit = { session: late.session, expected: version, append: [late.message] };
      expect(await store.commit(commit)).toEqual({ ok: false, reason: 'conflict' });
      const again = await begin(store, 'again', { sessionId });
      expect(await store.commit(commit)).toEqual({ ok: false, reason: 'conflict' });
      expect(await store.messages(sessionId)).toEqual([again.message]);
    });

    it('finds the sessions that are idle since before a time, in every state but claimed, oldest first', async () => {
      const ages = [-3000, -20, -1500, -1, 0, 30];
      const sessions = await Promise.all(ages.map((minutes) => begin(store, 'hi', { at: after(minutes) })));
      const [oldest, , second] = sessions.map(({ session }) => session.sessionId);
      await change(store, oldest ?? '', { status: 'closed', claimedBy: 'mia' });
      await change(store, second ?? '', { status: 'human_requested', humanRequestedAt: START });
      const idle = await store.idleSince(START, 10);
      expect(idle).toEqual([0, 2, 1, 3].map((n) => sessions[n]?.session.sessionId));
      expect(await store.idleSince(START, 2)).toEqual(idle.slice(0, 2));
      await change(store, oldest ?? '', { status: 'claimed', claimedBy: 'mia' });
      expect(await store.idleSince(START, 10)).toEqual(idle.slice(1));
    });

    it('lists continued sessions in the list by time, but neither as idle nor in the agents’ list', async () => {
      const [closed, later] = await Promise.all([
        begin(store, 'hi', { at: after(-9) }),
        begin(store, 'again'),
      ]);
      const { sessionId } = closed.session;
      const continuedBy = later.session.sessionId;
      await change(store, sessionId, { status: 'closed', closedAt: after(-8) });
      expect(await store.idleSince(START, 10)).toEqual([sessionId]);
      await change(store, sessionId, { continuedBy });
      expect(await store.idleSince(START, 10)).toEqual([]);
      const queued = await store.queue({ limit: 10 });
      expect(queued.items.map((item) => item.sessionId)).toEqual([continuedBy]);
      const listed = await store.list({ sortBy: 'recent', limit: 10 });
      expect(listed.items.map((item) => item.sessionId)).toEqual([continuedBy, sessionId]);
    });
  });
}
