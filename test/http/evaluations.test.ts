import { describe, expect, test, vi } from 'vitest';
import { OverviewReply } from '../../src/wire/admin.ts';
import { AnswersReply, QuestionsReply, RunReply, RunsReply, SetReply } from '../../src/wire/evaluations.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { refusedWith } from '../support/refusal.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { HOSTS, startService } from '../support/service/service.ts';

const DELIVERY = '# Delivery\n\nDelivery of a wardrobe to Tromsø costs 47 crowns and takes three weeks.\n';
const QUESTIONS = [
  { question: 'What does delivery of a wardrobe to Tromsø cost?', facts: ['47 crowns', '3 weeks'] },
  { question: 'Who won the football championship?', refuse: true },
  { question: 'What does delivery of a wardrobe to Tromsø cost, please?', facts: ['99 crowns'] },
];
/** Longer than a run takes on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 50 };

describe.each(HOSTS)('an evaluation without a model on the %s host', (host) => {
  const knowledgeDir = knowledgeFolder({ 'delivery.md': DELIVERY });
  const service = sharedFixture(() => startService({ host, settings: { KNOWLEDGE_DIR: knowledgeDir } }));
  const admin = sharedFixture(() => registryAdmin(service));

  async function madeSet(questions: readonly object[] = QUESTIONS): Promise<string> {
    const { set } = await admin.answer(201, SetReply, admin.send('POST', 'question-sets', { name: 'Shop' }));
    await admin.answer(200, SetReply, admin.send('POST', `question-sets/${set.id}/questions`, { questions }));
    return set.id;
  }

  async function finished(setId: string, request: object = {}) {
    const started = admin.send('POST', `question-sets/${setId}/evaluations`, request);
    const { run } = await admin.answer(201, RunReply, started);
    const path = `question-sets/${setId}/evaluations/${run.id}`;
    return await vi.waitFor(async () => {
      const now = await admin.answer(200, RunReply, admin.send('GET', path));
      expect(now.run.state).not.toBe('running');
      const { answers } = await admin.answer(200, AnswersReply, admin.send('GET', `${path}/answers`));
      return { ...now, path, answers };
    }, PATIENCE);
  }

  test('asks every question and judges the answers by the expected facts', async () => {
    const { run, answers } = await finished(await madeSet());
    expect(run).toMatchObject({ state: 'done', total: 3, subject: 'live', assistantId: 'default' });
    expect(answers.map(({ verdict }) => verdict)).toEqual(['right', 'right', 'wrong']);
    expect(answers[0]?.sources).toEqual(['Delivery']);
    expect(answers[2]?.missing).toEqual(['99 crowns']);
    expect(run.figures).toMatchObject({ answers: 3, right: 2, wrong: 1, refused: 0, failed: 0, cost: 0 });
  });

  test('is kept, listed with the newest first, and deleted with its answers or its set', async () => {
    const setId = await madeSet();
    const first = await finished(setId);
    const second = await finished(setId);
    const list = () => admin.send('GET', `question-sets/${setId}/evaluations`);
    const { runs } = await admin.answer(200, RunsReply, list());
    expect(runs.map(({ id }) => id)).toEqual([second.run.id, first.run.id]);
    expect((await admin.send('DELETE', first.path)).status).toBe(204);
    expect((await admin.send('GET', `${first.path}/answers`)).status).toBe(404);
    expect((await admin.answer(200, RunsReply, list())).runs).toHaveLength(1);
    expect((await admin.send('DELETE', `question-sets/${setId}`)).status).toBe(204);
    expect((await list()).status).toBe(404);
    await vi.waitFor(async () => expect((await admin.send('GET', second.path)).status).toBe(404), PATIENCE);
  });

  test('touches no figure of visitors, and no conversation', async () => {
    const before = OverviewReply.parse(await (await service.get('/api/overview?window=24h')).json());
    await finished(await madeSet());
    const after = OverviewReply.parse(await (await service.get('/api/overview?window=24h')).json());
    expect(after.current).toEqual(before.current);
    expect(await (await service.get('/api/sessions')).json()).toEqual({ sessions: [] });
  });

  test('has its questions as they were added; the same one again is not added twice', async () => {
    const setId = await madeSet();
    await admin.send('POST', `question-sets/${setId}/questions`, { questions: QUESTIONS });
    const path = `question-sets/${setId}`;
    const { set, questions } = await admin.answer(200, QuestionsReply, admin.send('GET', path));
    expect(set.questions).toBe(3);
    expect(questions.map(({ line }) => line)).toEqual(QUESTIONS);
    const [first] = questions;
    const removed = admin.send('DELETE', `${path}/questions/${first?.number}`);
    expect((await admin.answer(200, SetReply, removed)).set.questions).toBe(2);
    const again = admin.send('DELETE', `${path}/questions/${first?.number}`);
    expect((await admin.answer(200, SetReply, again)).set.questions).toBe(2);
  });

  test('a set ends at a thousand questions, and says so', async () => {
    const { set } = await admin.answer(201, SetReply, admin.send('POST', 'question-sets', { name: 'Many' }));
    const path = `question-sets/${set.id}/questions`;
    const part = (from: number) => ({
      questions: Array.from({ length: 100 }, (_, at) => ({
        question: `Question ${from + at}`,
        facts: ['x'],
      })),
    });
    for (let from = 0; from < 1_000; from += 100) {
      expect((await admin.send('POST', path, part(from))).status).toBe(200);
    }
    const refused = await admin.send('POST', path, part(1_000));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      issues: [{ path: 'questions', message: 'are too many: a set has 1000 questions at most' }],
    });
  });

  test('an empty set, an unknown one and an unknown assistant are refused', async () => {
    const { set } = await admin.answer(201, SetReply, admin.send('POST', 'question-sets', { name: 'None' }));
    const start = (setId: string, request: object = {}) =>
      admin.send('POST', `question-sets/${setId}/evaluations`, request);
    expect(await start(set.id)).toMatchObject({ status: 400, body: { issues: [{ path: 'setId' }] } });
    const nothing = '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22';
    expect(await start(nothing)).toMatchObject(refusedWith(404, 'question-set-not-found'));
    const setId = await madeSet();
    const unknown = { assistantId: nothing };
    expect(await start(setId, unknown)).toMatchObject(refusedWith(404, 'assistant-not-found'));
    const candidate = { subject: 'candidate' };
    expect(await start(setId, candidate)).toMatchObject(refusedWith(404, 'candidate-not-found'));
  });

  test('a set is renamed only at the version that was read', async () => {
    const { set } = await admin.answer(201, SetReply, admin.send('POST', 'question-sets', { name: 'One' }));
    const rename = (etag: string) =>
      admin.send('PUT', `question-sets/${set.id}`, { name: 'Two' }, { 'if-match': etag });
    expect((await rename('"other"')).status).toBe(412);
    expect((await admin.answer(200, SetReply, rename(set.etag))).set.name).toBe('Two');
  });

  test('a line that is no question is named by its place', async () => {
    const { set } = await admin.answer(201, SetReply, admin.send('POST', 'question-sets', { name: 'Bad' }));
    const refused = await admin.send('POST', `question-sets/${set.id}/questions`, {
      questions: [QUESTIONS[0], { question: 'No expectation' }],
    });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'questions.1.facts' }] } });
  });
});
