import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factIn, factText, proposedFacts } from '../../src/domain/expected-facts.ts';
import { lineOf, QuestionLine, questionOf } from '../../src/domain/records/evaluation.ts';

describe('a written fact', () => {
  test.each([
    ['£47', '£47', []],
    ['£47 | 47 pounds|forty-seven', '£47', ['47 pounds', 'forty-seven']],
    [' | £47 || ', '£47', []],
    [String.raw`a \| b | c`, 'a | b', ['c']],
  ])('%s has its alternatives after |', (written, text, alternatives) => {
    expect(factIn(written)).toEqual({ text, alternatives });
  });

  test('is read as it was written, whatever is in it', () => {
    const wording = fc.string({ minLength: 1 }).map((text) => text.trim() || 'x');
    fc.assert(
      fc.property(wording, fc.array(wording), (text, alternatives) => {
        expect(factIn(factText({ text, alternatives }))).toEqual({ text, alternatives });
      }),
    );
  });

  test('is the same in a file and on the page; an object is taken as it is', () => {
    const line = QuestionLine.parse({ question: 'Q', facts: ['a | b', { text: 'c | d' }] });
    const question = questionOf(line);
    expect(question.facts).toEqual([
      { text: 'a', alternatives: ['b'] },
      { text: 'c | d', alternatives: [] },
    ]);
    expect(questionOf(QuestionLine.parse(lineOf(question)))).toEqual(question);
  });

  test.each([
    ['|', 'must not be empty'],
    [`a | ${'b'.repeat(301)}`, 'must be at most 300 characters'],
    [Array.from({ length: 12 }, () => 'a').join('|'), 'must have at most 10 alternatives'],
  ])('is refused in words: %#', (fact, message) => {
    const { error } = QuestionLine.safeParse({ question: 'Q', facts: [fact] });
    expect(JSON.stringify(error?.issues)).toContain(message);
  });
});

describe('the facts that an answer proposes', () => {
  test('are its sentences without marks, questions and what is too long', () => {
    const answer = `## Delivery\nIt costs **£4** [1]. It takes [two days](https://shop.example/a)!\n\n- By post: 3 days\n1. \`Pick up\`\n\n---\nAnything else?`;
    expect(proposedFacts(answer)).toEqual([
      'Delivery',
      'It costs £4.',
      'It takes two days!',
      'By post: 3 days',
      'Pick up',
    ]);
    expect(proposedFacts('x'.repeat(400))).toEqual(['x'.repeat(300)]);
    expect(proposedFacts('One. '.repeat(20))).toHaveLength(10);
  });
});
