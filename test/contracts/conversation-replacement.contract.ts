import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/conversations/records/message.ts';
import type { ConversationStore } from '../../src/ports.ts';
import {
  after,
  begin,
  EVER,
  say,
  START,
  type StoredConversation,
  freshStore,
} from '../support/stores/conversations.ts';
import type { OpenConversations } from './conversation-store.contract.ts';

/** A message that is written over, and the model calls that are kept with one message. */
export function conversationReplacementContract(name: string, open: OpenConversations): void {
  describe(`${name}, when a message is replaced`, () => {
    const store = freshStore(open);

    it('keeps its id and its place, and has only its new fields', async () => {
      const { broken, question } = await brokenAnswer();
      const { message: later } = await say(store, broken.sessionId, 'Are you there?');
      const whole: Message = { ...broken, content: 'Within thirty days.', createdAt: after(3) };
      delete whole.interrupted;
      const version = await replace(whole);
      const conversation = await store.load(broken.sessionId);
      expect(conversation?.version).toBe(version);
      expect(conversation?.recent).toEqual([question, whole, later]);
      expect(await store.messages(broken.sessionId)).toEqual([question, whole, later]);
      expect(await store.message(broken.sessionId, broken.id)).toEqual(whole);
    });

    it('keeps its new translations and its original text', async () => {
      const { broken } = await brokenAnswer();
      const original = { content: 'Dreißig Tage', language: 'de' };
      const translated: Message = { ...broken, translations: { en: 'Thirty days', fr: '' }, original };
      await replace(translated);
      expect(await store.message(broken.sessionId, broken.id)).toEqual(translated);
      expect((await store.load(broken.sessionId))?.recent).toContainEqual(translated);
      expect((await store.search({ text: 'thirty', limit: 5 })).items).toEqual([]);
    });

    it('is found only by its new words', async () => {
      const { broken } = await brokenAnswer();
      await replace({ ...broken, content: 'Refunds take giraffes.' });
      expect((await store.search({ text: 'zebras', limit: 5 })).items).toEqual([]);
      const { items } = await store.search({ text: 'giraffes', limit: 5 });
      expect(items.map(({ messageId }) => messageId)).toEqual([broken.id]);
      await store.delete(broken.sessionId);
      expect((await store.search({ text: 'giraffes', limit: 5 })).items).toEqual([]);
    });

    it('appears in or leaves the unanswered questions according to its new fields', async () => {
      const { broken, question } = await brokenAnswer();
      await replace({ ...broken, unanswered: true, createdAt: after(1) });
      expect(await store.questionsToReview(START, 5)).toMatchObject([
        { question: question.content, at: after(1) },
      ]);
      await replace(broken);
      expect(await store.questionsToReview(START, 5)).toEqual([]);
    });

    it('is refused at an outdated version or with an unknown message id, and changes nothing', async () => {
      const { broken, session, version } = await brokenAnswer();
      await say(store, broken.sessionId, 'Are you there?');
      const whole = { ...broken, content: 'Whole' };
      const now = await store.load(broken.sessionId);
      const refused = { ok: false, reason: 'conflict' };
      expect(await store.commit({ session, expected: version, replace: whole })).toEqual(refused);
      const elsewhere = { session, expected: now?.version ?? '', replace: { ...whole, id: randomUUID() } };
      expect(await store.commit(elsewhere)).toEqual(refused);
      expect(await store.load(broken.sessionId)).toEqual(now);
      expect(await store.message(broken.sessionId, broken.id)).toEqual(broken);
    });

    it('is stored with the messages that follow it in one transaction', async () => {
      const { broken } = await brokenAnswer();
      const notice: Message = { ...broken, id: randomUUID(), seq: 3, role: 'system', content: 'A person' };
      await replace({ ...broken, content: 'Whole' }, { append: [notice] });
      const messages = await store.messages(broken.sessionId);
      expect(messages.map(({ seq, content }) => [seq, content]).slice(1)).toEqual([
        [2, 'Whole'],
        [3, 'A person'],
      ]);
    });

    it('keeps the record of each model call that was made for it, oldest first', async () => {
      const { broken } = await brokenAnswer({ inputTokens: 5, cost: 0.5 });
      const { id: messageId, sessionId } = broken;
      const call = (inputTokens: number, at: string) => ({
        id: randomUUID(),
        sessionId,
        messageId,
        model: 'm',
        inputTokens,
        outputTokens: 1,
        cachedInputTokens: 0,
        cost: 0.25,
        createdAt: at,
      });
      const second = call(6, after(1));
      await replace({ ...broken, content: 'Whole' }, { usage: second });
      // A call whose answer was not needed any more.
      const third = call(7, after(2));
      const now = await store.load(sessionId);
      if (!now) throw new Error('There is no such session.');
      const counted = await store.commit({ session: now.session, expected: now.version, usage: third });
      expect(counted.ok).toBe(true);
      const used = await store.usage(sessionId);
      expect(used.map(({ inputTokens }) => inputTokens)).toEqual([5, 6, 7]);
      expect(used.slice(1)).toEqual([second, third]);
      expect(used[0]).toMatchObject({ id: messageId, messageId });
      expect(await store.message(sessionId, messageId)).toEqual({ ...broken, content: 'Whole' });
    });

    it('adds its activity to the figures', async () => {
      const { broken } = await brokenAnswer();
      await replace(broken, { activity: { id: randomUUID(), at: START, requests: 1 } });
      expect(await store.activity(...EVER)).toMatchObject([{ requests: 1 }]);
    });

    async function brokenAnswer(usage?: { inputTokens: number; cost: number }) {
      const { session, message: question } = await begin(store, 'How long?');
      const stored: StoredConversation = await say(store, session.sessionId, 'Zebras are', {
        message: { role: 'assistant', interrupted: true, replyTo: question.id },
        ...(usage && { usage }),
      });
      return { question, broken: stored.message, session: stored.session, version: stored.version };
    }

    async function replace(message: Message, more: Partial<Parameters<ConversationStore['commit']>[0]> = {}) {
      const now = await store.load(message.sessionId);
      if (!now) throw new Error('There is no such session.');
      const { session, version: expected, recent } = now;
      const outcome = await store.commit({ session, expected, recent, replace: message, ...more });
      if (!outcome.ok) throw new Error(outcome.reason);
      return outcome.version;
    }
  });
}
