import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import { transition } from '../../src/core/session-state-machine.ts';
import { begin, draft, EVER, START, freshStore } from '../support/stores/conversations.ts';
import { appendRetrying } from '../support/stores/append-retrying.ts';
import type { OpenConversations } from './conversation-store.contract.ts';

/** The guarantees for concurrent writers. */
export function conversationRacesContract(name: string, open: OpenConversations): void {
  describe(`${name}, when many write at the same time`, () => {
    const store = freshStore(open);

    it('stores all messages of 20 concurrent writers of a session, with consecutive seqs', async () => {
      const sessionId = randomUUID();
      const writers = Array.from({ length: 20 }, (_, n) => `writer ${n}`);
      await Promise.all(writers.map((content) => appendRetrying(store, sessionId, draft(content))));
      const messages = await store.messages(sessionId);
      expect(messages.map(({ seq }) => seq)).toEqual(writers.map((_, n) => n + 1));
      expect(new Set(messages.map(({ content }) => content))).toEqual(new Set(writers));
      expect((await store.load(sessionId))?.session.messageCount).toBe(20);
    });

    it('stores one of 20 concurrent copies of a message, and counts its figures once', async () => {
      const sessionId = randomUUID();
      const copy = draft('the same');
      const copies = Array.from({ length: 20 }, () => appendRetrying(store, sessionId, copy));
      const outcomes = await Promise.all(copies);
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(19);
      expect(await store.messages(sessionId)).toHaveLength(1);
      expect((await store.activity(...EVER)).map(({ visitorMessages }) => visitorMessages)).toEqual([1]);
    });

    it('starts a session once if several requests start it concurrently', async () => {
      const sessionId = randomUUID();
      const starts = Array.from({ length: 20 }, (_, n) => {
        const { session, message } = append(startSession(sessionId, START), draft(`start ${n}`), START);
        return store.commit({ session, expected: 'absent', append: [message] });
      });
      expect((await Promise.all(starts)).filter(({ ok }) => ok)).toHaveLength(1);
      expect(await store.messages(sessionId)).toHaveLength(1);
    });

    it('lets exactly one of 20 agents claim a session', async () => {
      const { session, version: expected } = await begin(store);
      const claims = Array.from({ length: 20 }, async (_, n) => {
        const agent = { oid: `agent ${n}`, name: `Agent ${n}` };
        const outcome = transition(session, { type: 'claim', agent }, START);
        if (!outcome.ok) throw new Error(outcome.refusal);
        return { oid: agent.oid, ...(await store.commit({ session: outcome.session, expected })) };
      });
      const [winner, ...others] = (await Promise.all(claims)).filter(({ ok }) => ok);
      expect(others).toEqual([]);
      expect((await store.load(session.sessionId))?.session.claimedBy).toBe(winner?.oid);
    });

    it('stores concurrent writes although another write is refused', async () => {
      const { session, message, version } = await begin(store);
      const starting = Array.from({ length: 10 }, () => begin(store, 'beside'));
      const repeated = append(session, draft('again', { id: message.id }), START);
      const refused = store.commit({
        session: repeated.session,
        expected: version,
        append: [repeated.message],
      });
      const late = store.commit({ session, expected: 'absent' });
      expect(await refused).toEqual({ ok: false, reason: 'duplicate' });
      expect(await late).toEqual({ ok: false, reason: 'conflict' });
      for (const { session: beside, message: said } of await Promise.all(starting)) {
        expect(await store.messages(beside.sessionId)).toEqual([said]);
      }
    });
  });
}
