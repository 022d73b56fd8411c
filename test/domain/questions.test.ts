import { expect, test } from 'vitest';
import { groupQuestions } from '../../src/domain/figures.ts';

function asked(...questions: string[]) {
  return questions.map((question, index) => ({
    question,
    sessionId: `session-${index}`,
    at: new Date(Date.parse('2026-11-20T17:00:00.000Z') - index * 60_000).toISOString(),
  }));
}

test('questions that differ in case, punctuation and spaces are one, in the words of the newest', () => {
  const questions = asked('Do you ship to Norway?', 'do you ship to norway', '  Do you  ship to Norway!! ');
  expect(groupQuestions(questions, 10)).toEqual([
    {
      question: 'Do you ship to Norway?',
      count: 3,
      lastAskedAt: '2026-11-20T17:00:00.000Z',
      sessionId: 'session-0',
    },
  ]);
});

test.each([
  ['other words', 'Do you ship to Norway?', 'Do you ship to Sweden?'],
  ['accents, which are other letters', 'Was kostet eine Büchse?', 'Was kostet eine Buchse?'],
  ['vowel signs, which are marks', 'कि', 'का'],
  ['signs alone', '🙂', '🙁'],
])('%s make another question', (_, one, other) => {
  expect(groupQuestions(asked(one, other), 10)).toHaveLength(2);
});

test('the most asked come first, and of those asked as often the newest', () => {
  const groups = groupQuestions(asked('a', 'b', 'c', 'c', 'b', 'c', 'd'), 3);
  expect(groups.map(({ question, count }) => [question, count])).toEqual([
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ]);
});
