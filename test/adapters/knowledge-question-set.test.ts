import { expect, test } from 'vitest';
import {
  answerFollowUps,
  answerPages,
  answerQuestions,
  shownSections,
  type Question,
} from '../../bench/support/answer-set.ts';
import { knowledgeSearch } from '../../src/adapters/knowledge/knowledge-search.ts';

const pages = answerPages();
const search = knowledgeSearch(pages);

/** The share of questions with an answer whose section is shown, and what off-topic questions are shown. */
async function measured(questions: readonly (Question & { before?: readonly string[] })[]) {
  const { answer } = await search;
  const results = questions.map(({ before = [], question, expect: { ...expected } }) => ({
    question,
    expected,
    ids: shownSections(answer([...before, question]), pages),
  }));
  const answerable = results.filter(({ expected }) => 'section' in expected);
  const shown = answerable.filter(
    ({ ids, expected }) => 'section' in expected && ids.includes(expected.section),
  );
  const far = results.filter(({ expected }) => 'refuse' in expected && expected.refuse === 'far');
  return { share: shown.length / answerable.length, offTopic: far.filter(({ ids }) => ids.length > 0) };
}

test('of the question set of the bench, most have their section among the three shown, and no off-topic one has any', async () => {
  const { share, offTopic } = await measured(answerQuestions());
  expect(share).toBeGreaterThanOrEqual(0.7);
  expect(offTopic).toEqual([]);
});

test('of its follow-ups and changes of subject, most have their section among the three shown', async () => {
  const { share, offTopic } = await measured(answerFollowUps());
  expect(share).toBeGreaterThanOrEqual(0.7);
  expect(offTopic).toEqual([]);
});
