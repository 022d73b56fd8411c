import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  ACTIVITY_FIELDS,
  type Activity,
  type HourlyActivity,
} from '../../src/availability/rules/activity.ts';
import type { Message } from '../../src/conversations/records/message.ts';
import { after, begin, EVER, say, START, freshStore } from '../support/stores/conversations.ts';
import type { OpenConversations } from './conversation-store.contract.ts';

/** The hourly figures, and the questions that found no answer. */
export function conversationFiguresContract(name: string, open: OpenConversations): void {
  describe(`${name}, as a store of hourly figures`, () => {
    const store = freshStore(open);

    it('sums all activities of an hour', async () => {
      const amounts = Object.fromEntries(ACTIVITY_FIELDS.map((field, n) => [field, n + 0.5]));
      await add({ at: START, ...amounts });
      await add({ at: after(35), ...amounts });
      const sums = Object.fromEntries(ACTIVITY_FIELDS.map((field, n) => [field, 2 * n + 1]));
      expect(await store.activity(...EVER)).toEqual([
        { hour: '2026-11-20T17:00:00.000Z', ...sums, firstReplies: new Map(), leftAnswers: new Map() },
      ]);
    });

    it('lists the hours with any activity in the requested period, oldest first', async () => {
      for (const minutes of [60, 0, -120, 36]) await add({ at: after(minutes), requests: 1 });
      const hours = (found: HourlyActivity[]) => found.map(({ hour, requests }) => [hour, requests]);
      const all: [string, number][] = [
        ['2026-11-20T15:00:00.000Z', 1],
        ['2026-11-20T17:00:00.000Z', 1],
        ['2026-11-20T18:00:00.000Z', 2],
      ];
      expect(hours(await store.activity(...EVER))).toEqual(all);
      expect(hours(await store.activity('2026-11-20T16:00:00.000Z', '2026-11-20T18:00:00.000Z'))).toEqual(
        all.slice(1, 2),
      );
    });

    it('counts an activity once, even if it is written several times', async () => {
      const id = randomUUID();
      for (let n = 0; n < 3; n++) await add({ id, at: START, requests: 1, firstReplySeconds: 4 });
      await add({ at: START, requests: 1 });
      expect(await store.activity(...EVER)).toMatchObject([{ requests: 2, firstReplies: new Map([[5, 1]]) }]);
    });

    it('counts an activity without a stored conversation once, even if it is written several times', async () => {
      const activity = { id: randomUUID(), at: START, requests: 1, inputTokens: 7, cost: 0.5 };
      const { session } = await begin(store, 'Hello', { activity: { inputTokens: 1 } });
      await store.delete(session.sessionId);
      for (let n = 0; n < 3; n++) await store.addActivity(activity);
      await store.addActivity({ ...activity, id: randomUUID(), at: after(60) });
      expect(await store.activity(...EVER)).toMatchObject([
        { hour: '2026-11-20T17:00:00.000Z', requests: 1, inputTokens: 8, cost: 0.5 },
        { hour: '2026-11-20T18:00:00.000Z', requests: 1, inputTokens: 7, cost: 0.5 },
      ]);
      expect(await store.load(session.sessionId)).toBeUndefined();
    });

    it('subtracts the negative counts of an activity', async () => {
      await add({ at: START, ratingsUp: 1 });
      await add({ at: START, ratingsUp: -1, ratingsDown: 1 });
      expect(await store.activity(...EVER)).toMatchObject([{ ratingsUp: 0, ratingsDown: 1 }]);
    });

    it('counts the first replies by how long they took', async () => {
      for (const firstReplySeconds of [0, 5, 6, 100_000, 86_400]) await add({ at: START, firstReplySeconds });
      await add({ at: after(60), firstReplySeconds: 50 });
      const found = await store.activity(...EVER);
      expect(found.map(({ firstReplies }) => [...firstReplies])).toEqual([
        [
          [5, 2],
          [10, 1],
          [86400, 2],
        ],
        [[60, 1]],
      ]);
    });

    it('counts the answers to messages that were left by their time, and subtracts answers that were undone', async () => {
      const answer = (at: string, seconds: number, count: 1 | -1 = 1) =>
        add({ at, leftAnswer: { seconds, count } });
      for (const seconds of [0, 300, 301, 9_000_000]) await answer(START, seconds);
      await answer(START, 200, -1);
      await answer(after(60), 400, -1);
      const found = await store.activity(...EVER);
      expect(found.map(({ leftAnswers }) => [...leftAnswers])).toEqual([
        [
          [300, 1],
          [900, 1],
          [604_800, 1],
        ],
        [[900, -1]],
      ]);
    });

    it('adds the activity of a replaced message', async () => {
      const { session } = await begin(store);
      const answered = await say(store, session.sessionId, 'An answer', { message: { role: 'assistant' } });
      const replace: Message = { ...answered.message, rating: 'up' };
      const activity = { id: randomUUID(), at: START, ratingsUp: 1 };
      await store.commit({ session: answered.session, expected: answered.version, replace, activity });
      expect(await store.activity(...EVER)).toMatchObject([{ ratingsUp: 1 }]);
    });

    it('lists the questions without an answer, the newest answer first', async () => {
      const { session, message: first } = await begin(store, 'Do you ship to Mars?');
      const { sessionId } = session;
      const none = (replyTo: string) => ({ role: 'assistant', replyTo, unanswered: true }) as const;
      await say(store, sessionId, 'I do not know.', { message: none(first.id), at: after(1) });
      const { message: second } = await say(store, sessionId, 'And to Venus?', { at: after(2) });
      await say(store, sessionId, 'No idea.', { message: none(second.id), at: after(3) });
      const { message: third } = await say(store, sessionId, 'To Linz?', { at: after(4) });
      const answered = { role: 'assistant', replyTo: third.id } as const;
      await say(store, sessionId, 'Yes.', { message: answered, at: after(5) });
      const unanswered = true;
      const found = [
        { sessionId, messageId: second.id, seq: 3, question: 'And to Venus?', at: after(3), unanswered },
        {
          sessionId,
          messageId: first.id,
          seq: 1,
          question: 'Do you ship to Mars?',
          at: after(1),
          unanswered,
        },
      ];
      expect(await store.questionsToReview(START, 10)).toEqual(found);
      expect(await store.questionsToReview(after(3), 10)).toEqual(found.slice(0, 1));
      expect(await store.questionsToReview(START, 1)).toEqual(found.slice(0, 1));
    });

    it('lists questions whose answer is rated as not helpful or corrected, with the words and the assistant', async () => {
      const fields = { assistantId: 'shop', visitor: { subject: 'v-1', name: 'Mia Jensen' } };
      const { session, message: asked } = await begin(store, 'Do you ship to Mars?', { session: fields });
      const { sessionId } = session;
      const answered = await say(store, sessionId, 'Yes.', {
        message: { role: 'assistant', replyTo: asked.id },
        at: after(1),
      });
      const mark = async (marks: Partial<Message>) => {
        const { session: now, version: expected } = await loaded(sessionId);
        await store.commit({ session: now, expected, replace: { ...answered.message, ...marks } });
        return await store.questionsToReview(START, 10);
      };
      const found = { sessionId, messageId: asked.id, seq: 1, question: 'Do you ship to Mars?' };
      const shop = { ...found, assistantId: 'shop' };
      expect(await mark({ rating: 'up', ratedAt: after(2) })).toEqual([]);
      const notHelpful = { comment: 'Not true', visitorName: 'Mia Jensen' };
      expect(await mark({ rating: 'down', ratedAt: after(9), ratingComment: 'Not true' })).toEqual([
        { ...shop, at: after(9), notHelpful },
      ]);
      const correction = { content: 'No.', agent: { oid: 'kim', name: 'Kim' }, at: after(5) };
      expect(await mark({ correction })).toEqual([{ ...shop, at: after(5), correction }]);
      expect(await mark({})).toEqual([]);
      expect(await store.message(sessionId, answered.message.id)).toEqual(answered.message);
    });

    async function loaded(sessionId: string) {
      const conversation = await store.load(sessionId);
      if (!conversation) throw new Error('There is no such session.');
      return conversation;
    }

    async function add(activity: Omit<Activity, 'id'> & { id?: string }): Promise<void> {
      const { session, version: expected } = await begin(store);
      const outcome = await store.commit({
        session,
        expected,
        activity: { id: randomUUID(), ...activity },
      });
      expect(outcome.ok).toBe(true);
    }
  });
}
