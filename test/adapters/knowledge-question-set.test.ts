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

test('at least 70 % of the bench questions find their section among the first three, and questions about other subjects find none', async () => {
  const { share, offTopic } = await measured(answerQuestions());
  expect(share).toBeGreaterThanOrEqual(0.7);
  expect(offTopic).toEqual([]);
});

test('at least 70 % of the follow-ups and changes of subject find their section among the first three', async () => {
  const { share, offTopic } = await measured(answerFollowUps());
  expect(share).toBeGreaterThanOrEqual(0.7);
  expect(offTopic).toEqual([]);
});
