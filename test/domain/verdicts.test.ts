import { describe, expect, test } from 'vitest';
import type { EvaluationAnswer, QuestionLine } from '../../src/domain/records/evaluation.ts';
import { lineOf, QuestionLine as Line, questionOf } from '../../src/domain/records/evaluation.ts';
import { compared, figuresOfAnswers, isRefusal, judged } from '../../src/domain/verdicts.ts';

const given = (content: string, about: object = {}) => ({ content, answered: true, sources: [], ...about });
const facts = (...texts: string[]) => ({ facts: texts.map((text) => ({ text, alternatives: [] })) });
const SOURCES = [{ title: 'Delivery' }];

describe('an answer is a refusal', () => {
  test.each([
    ['where nothing was found', given('See our page.', { answered: false })],
    ['where an agent was asked for', given('A person will help.', { requestHuman: {} })],
    ['that says so in English', given('I’m sorry, I don’t have information about that.')],
    ['that says so in German', given('Dazu habe ich leider keine Informationen.')],
    ['that says so in Spanish', given('No tengo información sobre eso.')],
    ['that says so in French', given('Je ne sais pas.')],
  ])('%s', (_, said) => {
    expect(isRefusal(said)).toBe(true);
  });

  test.each([
    ['that answers', given('Delivery is free.')],
    [
      'that cites a source, whatever it cannot do besides',
      given('I cannot say more. It is £4 [1].', { sources: SOURCES }),
    ],
  ])('but not one %s', (_, said) => {
    expect(isRefusal(said)).toBe(false);
  });
});

describe('the verdict is', () => {
  test.each([
    [
      'right with every fact',
      facts('£40', 'three days'),
      given('It costs £40 and takes 3 days.'),
      'right',
      [],
    ],
    [
      'wrong without one of them',
      facts('£40', 'three days'),
      given('It costs £40.'),
      'wrong',
      ['three days'],
    ],
    ['refused where an answer was expected', facts('£40'), given('I do not know.'), 'refused', ['£40']],
    [
      'right with the facts, though a person is offered',
      facts('£40'),
      given('£40.', { requestHuman: {} }),
      'right',
      [],
    ],
    ['right where a refusal was expected', facts(), given('I do not know.'), 'right', []],
    ['wrong where a refusal was expected', facts(), given('It costs £40.'), 'wrong', []],
  ] as const)('%s', (_, question, said, verdict, missing) => {
    expect(judged(question, said)).toMatchObject({ verdict, missing });
  });
});

function answer(number: number, about: Partial<EvaluationAnswer> = {}): EvaluationAnswer {
  return {
    number,
    turns: [`Question ${number}`],
    ...facts('x'),
    content: 'x',
    sources: [],
    refused: false,
    verdict: 'right',
    missing: [],
    inputTokens: 10,
    outputTokens: 2,
    cost: 0.5,
    latencyMs: 100,
    model: 'm',
    ...about,
  };
}

test('the figures count verdicts, citations, tokens, cost and the median latency', () => {
  const answers = [
    answer(1, { sources: ['A'], latencyMs: 300 }),
    answer(2, { verdict: 'wrong', latencyMs: 100, cost: null }),
    answer(3, { verdict: 'refused', latencyMs: 200 }),
    answer(4, { verdict: 'failed', latencyMs: 0 }),
  ];
  expect(figuresOfAnswers(answers)).toEqual({
    answers: 4,
    right: 1,
    wrong: 1,
    refused: 1,
    failed: 1,
    cited: 1,
    inputTokens: 40,
    outputTokens: 8,
    cost: 1.5,
    unpricedCalls: 1,
    medianLatencyMs: 200,
  });
  expect(figuresOfAnswers([])).toMatchObject({ answers: 0, cost: 0, medianLatencyMs: null });
});

test('compared with an earlier run, changed answers come first, the worse ones before the better ones', () => {
  const before = [
    answer(1),
    answer(2),
    answer(3, { verdict: 'wrong' }),
    answer(4, { verdict: 'wrong' }),
    answer(5),
  ];
  const now = [
    answer(1),
    answer(2, { content: 'y' }),
    answer(3),
    answer(4, { verdict: 'refused' }),
    answer(5, { verdict: 'wrong' }),
    answer(6),
  ];
  expect(compared(now, before).map(({ answer: { number }, change }) => [number, change])).toEqual([
    [5, 'worse'],
    [3, 'better'],
    [4, 'other-verdict'],
    [2, 'other-words'],
    [6, 'new'],
    [1, 'same'],
  ]);
  expect(compared(now, []).every(({ change }) => change === 'new')).toBe(true);
});

describe('a line of a set', () => {
  test.each<[string, QuestionLine]>([
    ['a question with facts', { question: 'How much?', facts: ['£40', 'free | no charge'] }],
    ['a conversation', { turns: ['Do you ship?', 'And how much is that?'], facts: ['£40'] }],
    ['an expected refusal', { question: 'Who won the cup?', refuse: true }],
  ])('is %s, and is the same again after it was stored', (_, line) => {
    expect(lineOf(questionOf(Line.parse(line)))).toEqual(line);
  });

  test('has the wordings of a fact on one line, also where they were given apart', () => {
    const line = { question: 'How much?', facts: [{ text: 'free', alternatives: ['no charge'] }] };
    expect(lineOf(questionOf(Line.parse(line)))).toEqual({
      question: 'How much?',
      facts: ['free | no charge'],
    });
  });

  test.each([
    ['neither a question nor turns', { facts: ['x'] }],
    ['both', { question: 'a', turns: ['b'], facts: ['x'] }],
    ['no expectation', { question: 'a' }],
    ['two expectations', { question: 'a', facts: ['x'], refuse: true }],
    ['no fact', { question: 'a', facts: [] }],
    ['too many turns', { turns: Array(7).fill('a'), facts: ['x'] }],
    ['an empty question', { question: ' ', facts: ['x'] }],
  ])('with %s is refused', (_, line) => {
    expect(Line.safeParse(line).success).toBe(false);
  });
});
