import { describe, expect, test } from 'vitest';
import type { ComparedAnswers } from '../../src/ports.ts';
import { CostReply } from '../../src/admin/wire/admin.ts';
import { TestAnswer, TestReply, TestsReply } from '../../src/assistants/wire/assistant-tests.ts';
import { DraftReply } from '../../src/assistants/wire/assistants.ts';
import { findOrder } from '../support/parts/order-actions.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { MIA, registryAdmin } from '../support/clients/registry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';

const QUESTION = [{ role: 'visitor', content: 'What does delivery cost?' }];
const TEST = { turns: QUESTION, expected: 'It is £4.' };
const USAGE = { inputTokens: 700, outputTokens: 20, cachedInputTokens: 0 };

describe('the tests of an assistant', () => {
  const compared: ComparedAnswers[] = [];
  const judge = {
    compare(answers: ComparedAnswers) {
      compared.push(answers);
      const opinion = { verdict: 'worse', reason: 'It names no price.' } as const;
      return Promise.resolve({ opinion, model: 'gpt-5-mini', usage: USAGE });
    },
  };
  const answerer = freshFixture(() => {
    compared.length = 0;
    return scriptedAnswerer();
  });
  const settings = { DAILY_TOKEN_BUDGET: '2000' };
  const service = freshFixture(() => startService({ answerer, judge, settings }));
  const admin = freshFixture(() => registryAdmin(service));

  const list = async (id: string) =>
    (await admin.answer(200, TestsReply, admin.send('GET', `assistants/${id}/tests`))).tests;
  const keep = (id: string, kept: object = TEST) => admin.send('POST', `assistants/${id}/tests`, kept);
  const ask = (id: string, asked: object = TEST) => admin.send('POST', `assistants/${id}/tests/ask`, asked);

  describe('a test of an assistant', () => {
    test('can be saved with the messages before its question, changed and removed', async () => {
      const turns = [
        { role: 'visitor', content: 'Hi' },
        { role: 'assistant', content: 'Hello.' },
        ...QUESTION,
      ];
      const { test: kept } = await admin.answer(201, TestReply, keep('default', { ...TEST, turns }));
      expect(await list('default')).toEqual([kept]);
      expect(kept).toMatchObject({ turns, expected: 'It is £4.' });
      const path = `assistants/default/tests/${kept.id}`;
      const change = (etag: string) =>
        admin.send('PUT', path, { turns, expected: 'It is £5.' }, { 'if-match': etag });
      expect(await change('"other"')).toMatchObject(refusedWith(412, 'precondition-failed'));
      await admin.answer(200, TestReply, change(kept.etag));
      expect((await list('default')).map(({ expected }) => expected)).toEqual(['It is £5.']);
      expect((await admin.send('DELETE', path)).status).toBe(204);
      expect(await list('default')).toEqual([]);
      expect(await admin.send('DELETE', path)).toMatchObject(refusedWith(404, 'not-found'));
    });

    test.each([
      ['no question', { ...TEST, turns: [] }],
      ['an answer in the place of its question', { ...TEST, turns: [{ role: 'assistant', content: 'A' }] }],
      ['no expected answer', { turns: QUESTION }],
      ['more messages than twenty', { ...TEST, turns: Array.from({ length: 21 }, () => QUESTION[0]) }],
    ])('with %s is refused', async (_what, refused) => {
      expect((await keep('default', refused)).status).toBe(400);
    });

    test('is refused if the assistant has 200 tests already', async () => {
      const one = { turns: [{ role: 'visitor', content: 'Hello?' }], expected: 'Hello.' } as const;
      for (let number = 0; number < 200; number++) {
        await service.services.assistantTests.create('default', { ...one, turns: [...one.turns] });
      }
      expect(await keep('default')).toMatchObject(refusedWith(400, 'validation-failed'));
    });

    test('is deleted with its assistant', async () => {
      const { id } = await admin.make({ isDefault: false });
      await admin.answer(201, TestReply, keep(id));
      expect(await list('default')).toEqual([]);
      expect((await admin.send('DELETE', `assistants/${id}`)).status).toBe(204);
      expect(await keep(id)).toMatchObject(refusedWith(404, 'assistant-not-found'));
      expect(await admin.send('GET', `assistants/${id}/tests`)).toMatchObject(
        refusedWith(404, 'assistant-not-found'),
      );
    });
  });

  describe('a run of a test', () => {
    test('has the answers of the draft and of the live assistant, compared with the expected answer', async () => {
      const { id } = await admin.make({ instructions: 'Be kind.' });
      const saved = admin.send('PUT', `assistants/${id}/draft`, { ...MIA, instructions: 'Be brief.' });
      await admin.answer(200, DraftReply, saved);
      answerer.script({ deltas: ['Four pounds.'] }, { deltas: ['It depends.'] });
      const answer = await admin.answer(200, TestAnswer, ask(id, { ...TEST, subject: 'draft' }));
      expect(answerer.calls.map(({ instructions }) => instructions).toSorted()).toEqual([
        'Be brief.',
        'Be kind.',
      ]);
      const texts = [answer.content, answer.before];
      expect(texts.toSorted()).toEqual(['Four pounds.', 'It depends.']);
      expect(answer).toMatchObject({ verdict: 'worse', reason: 'It names no price.' });
      const [seen] = compared;
      expect(seen).toEqual({
        instructions: 'Be kind.',
        turns: QUESTION,
        expected: 'It is £4.',
        before: answer.before,
        answer: answer.content,
      });
      const { lines } = CostReply.parse((await admin.send('GET', 'cost')).body);
      expect(lines.find(({ purpose }) => purpose === 'tests')).toMatchObject({
        requests: 3,
        inputTokens: 120 + 120 + 700,
        outputTokens: answer.usage.outputTokens,
      });
    });

    test('of the live assistant is compared with the expected answer', async () => {
      const answer = await admin.answer(200, TestAnswer, ask('default'));
      expect(answer).toMatchObject({ content: 'Hello there.', verdict: 'worse' });
      expect(answer).not.toHaveProperty('before');
      expect(compared).toMatchObject([{ before: 'It is £4.', answer: 'Hello there.' }]);
    });

    test('is not judged if the answer equals the expected one, or none is expected', async () => {
      answerer.script({ deltas: ['It is £4.'] });
      const same = await admin.answer(200, TestAnswer, ask('default'));
      expect(same).toMatchObject({ verdict: 'same' });
      const plain = await admin.answer(200, TestAnswer, ask('default', { turns: QUESTION }));
      expect(plain).not.toHaveProperty('verdict');
      expect(compared).toEqual([]);
    });

    test('uses the recorded results of actions and calls no API', async () => {
      const { id } = await admin.make({ isDefault: false });
      const action = findOrder({ audience: 'verified', url: 'https://nothing.invalid/{order}' });
      await service.services.actions.create(id, action);
      answerer.script({
        deltas: ['It is on its way.'],
        actions: [
          ['find_order', { order: '10423' }],
          ['cancel_order', {}],
        ],
      });
      const recorded = [{ action: 'find_order', answer: 'Status: shipped' }];
      const { test: kept } = await admin.answer(201, TestReply, keep(id, { ...TEST, recorded }));
      expect(kept).toMatchObject({ recorded });
      await admin.answer(200, TestAnswer, ask(id, { ...TEST, recorded }));
      expect(answerer.actionResults).toEqual([
        expect.stringContaining('<result action="find_order">\nStatus: shipped\n</result>'),
        'No answer of this action is recorded for the test.',
      ]);
    });

    test('is refused without a draft to test, and after the daily budget is spent', async () => {
      const draft = await ask('default', { ...TEST, subject: 'draft' });
      expect(draft).toMatchObject(refusedWith(404, 'draft-not-found'));
      for (let asked = 0; asked < 3; asked++) await ask('default');
      expect(await ask('default')).toMatchObject(refusedWith(409, 'budget-spent'));
    });

    test('fails if the model fails, and stores nothing', async () => {
      answerer.script({ fails: 'timeout' });
      expect(await ask('default')).toMatchObject(refusedWith(502, 'assistant-unavailable'));
      expect(await list('default')).toEqual([]);
    });

    test('that fails counts the tokens that it has used', async () => {
      const { id } = await admin.make({ isDefault: false });
      const saved = admin.send('PUT', `assistants/${id}/draft`, { ...MIA, instructions: 'Be brief.' });
      await admin.answer(200, DraftReply, saved);
      answerer.script({ deltas: ['Four pounds.'] }, { fails: 'timeout' });
      const failed = await ask(id, { ...TEST, subject: 'draft' });
      expect(failed).toMatchObject(refusedWith(502, 'assistant-unavailable'));
      const { lines } = CostReply.parse((await admin.send('GET', 'cost')).body);
      expect(lines).toContainEqual(
        expect.objectContaining({ purpose: 'tests', requests: 1, inputTokens: 120, outputTokens: 30 }),
      );
    });
  });
});
