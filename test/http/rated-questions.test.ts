import { describe, expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import type { MessageDraft } from '../../src/domain/records/message.ts';
import { RatedQuestionsReply } from '../../src/wire/questions.ts';
import { SetReply } from '../../src/wire/evaluations.ts';
import { begin, say } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { HOSTS, startService } from '../support/service/service.ts';

const START_MS = Date.parse('2026-11-20T17:24:00.000Z');
const DAY = 24 * 60;

describe.each(HOSTS)('rated questions on the %s host', (host) => {
  const clock = freshFixture(() => manualClock());
  const service = freshFixture(() => startService({ host, clock }));
  const admin = freshFixture(() => registryAdmin(service));
  const store = freshFixture(() => sqliteStore({ dataDir: service.dataDir }));

  const at = (minutes: number) => new Date(START_MS + minutes * 60_000).toISOString();
  const list = async (query: string) =>
    await admin.answer(200, RatedQuestionsReply, admin.send('GET', `rated-questions?${query}`));

  /** A conversation of questions and answers, the last of which is rated. */
  async function rated(
    rating: 'up' | 'down',
    minutes: number,
    [first = '', ...questions]: readonly string[],
    about: Partial<MessageDraft> = {},
  ) {
    const { session, message } = await begin(store.conversations, first, { at: at(minutes) });
    const { sessionId } = session;
    let replyTo = message.id;
    for (const question of questions) {
      const early = { role: 'assistant', replyTo } as const;
      await say(store.conversations, sessionId, 'Yes.', { message: early, at: at(minutes) });
      const asked = await say(store.conversations, sessionId, question, { at: at(minutes) });
      replyTo = asked.message.id;
    }
    const answer = { role: 'assistant', replyTo, rating, ...about } as const;
    await say(store.conversations, sessionId, 'It costs **£4** [1]. Anything else?', {
      message: answer,
      at: at(minutes),
    });
    return sessionId;
  }

  test('bring the turns before them, and after thumbs up the answer as facts to expect', async () => {
    const sessionId = await rated('up', -1, ['Do you ship?', 'And how much is that?']);
    await rated('down', -2, ['Do you open on Sundays?']);
    expect((await list('rating=up')).questions).toMatchObject([
      {
        sessionId,
        seq: 4,
        at: at(-1),
        turns: ['Do you ship?', 'And how much is that?'],
        answer: 'It costs **£4** [1]. Anything else?',
        facts: ['It costs £4.'],
      },
    ]);
    expect((await list('rating=down')).questions).toMatchObject([
      { turns: ['Do you open on Sundays?'], facts: [] },
    ]);
  });

  test('are alone where an agent took part, and where the conversation is long; no answer has no facts', async () => {
    const talk = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
    await rated('up', -3, talk);
    await rated('up', -2, talk.slice(1), { unanswered: true });
    const sessionId = await rated('up', -1, ['To the desk']);
    const agent = { role: 'agent', agent: { oid: 'kim', name: 'Kim' } } as const;
    await say(store.conversations, sessionId, 'Hello.', { message: agent, at: at(-1) });
    const asked = await say(store.conversations, sessionId, 'And now?', { at: at(-1) });
    const answer = { role: 'assistant', replyTo: asked.message.id, rating: 'up' } as const;
    await say(store.conversations, sessionId, 'Yes.', { message: answer, at: at(-1) });
    const { questions } = await list('rating=up');
    expect(questions.map(({ turns, facts }) => [turns.length, turns.at(-1), facts.length])).toEqual([
      [1, 'And now?', 1],
      [1, 'To the desk', 1],
      [6, 'Seven', 0],
      [1, 'Seven', 1],
    ]);
  });

  test('come in pages of a period, without deleted conversations', async () => {
    await rated('up', -8 * DAY, ['Old']);
    await rated('up', -3 * DAY, ['Newer']);
    await rated('up', -10, ['New']);
    await admin.send('DELETE', `sessions/${await rated('up', -5, ['Gone'])}`);
    const asked = async (query: string) => (await list(query)).questions.map(({ turns }) => turns[0]);
    expect(await asked('window=24h')).toEqual(['New']);
    expect(await asked('')).toEqual(['New', 'Newer']);
    const first = await list('window=all&limit=2');
    expect(first.questions).toHaveLength(2);
    expect(await asked(`window=all&cursor=${first.nextCursor}`)).toEqual(['Old']);
    expect((await admin.send('GET', 'rated-questions?limit=21')).status).toBe(400);
    expect((await admin.send('GET', 'rated-questions?cursor=nothing')).status).toBe(400);
  });

  test('can be added to a set as they are', async () => {
    await rated('up', -1, ['Do you ship?', 'How much?']);
    const [question] = (await list('')).questions;
    const { set } = await admin.answer(201, SetReply, admin.send('POST', 'question-sets', { name: 'Shop' }));
    const questions = [{ turns: question?.turns, facts: question?.facts }];
    const added = admin.send('POST', `question-sets/${set.id}/questions`, { questions });
    expect((await admin.answer(200, SetReply, added)).set.questions).toBe(1);
  });
});
