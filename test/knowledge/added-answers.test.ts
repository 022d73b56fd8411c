import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sectionsOf } from '../../src/adapters/knowledge/markdown-sections.ts';
import {
  answersIn,
  isAnswersDocument,
  nextAnswersDocument,
  withAnswer,
  withoutAnswer,
  type AddedAnswer,
} from '../../src/knowledge/rules/added-answers.ts';

const ONE = '7f0c3b1e-1111-4222-8333-444455556666';
const TWO = '7f0c3b1e-1111-4222-8333-444455557777';
const added = (id: string, heading: string, answer: string): AddedAnswer => ({
  id,
  heading,
  answer,
  addedAt: '2026-11-20T17:24:00.000Z',
  questions: [id],
});
const SHIPPING = added(ONE, 'Do you ship to Norway?', 'Yes, in five days.');
const GIFTS = added(TWO, 'Are there gift cards?', 'From $10 to $200.');

/** The sections that an assistant finds in a document. */
const sections = (markdown: string) =>
  sectionsOf(markdown, 'answers').map(({ title, path, text }) => ({ title, path, text }));

describe('a document of answers', () => {
  test('has a section for each, oldest first', () => {
    const both = withAnswer(withAnswer('', SHIPPING), GIFTS);
    expect(sections(both)).toEqual([
      { title: 'Do you ship to Norway?', path: ['Answers'], text: 'Yes, in five days.' },
      { title: 'Are there gift cards?', path: ['Answers'], text: 'From $10 to $200.' },
    ]);
    expect(answersIn(both)).toEqual([SHIPPING, GIFTS]);
  });

  test('is the same as before after an answer is removed', () => {
    const both = withAnswer(withAnswer('', SHIPPING), GIFTS);
    expect(withoutAnswer(both, TWO)).toBe(withAnswer('', SHIPPING));
    expect(withoutAnswer(both, ONE)).toBe(withAnswer('', GIFTS));
    expect(withoutAnswer(withAnswer('', GIFTS), ONE)).toBeUndefined();
  });

  test('keeps text that was written into it by hand', () => {
    const byHand = '# Prices\n\nAll prices are in dollars.\n';
    const both = withAnswer(byHand, SHIPPING);
    expect(sections(both).map(({ title }) => title)).toEqual(['Prices', 'Do you ship to Norway?']);
    expect(withoutAnswer(both, ONE)).toBe(byHand);
    expect(answersIn(byHand)).toEqual([]);
  });

  test('drops an answer whose marker was changed by hand, and no other', () => {
    const both = withAnswer(withAnswer('', SHIPPING), GIFTS).replace(`"id":"${ONE}"`, '"id":1');
    expect(answersIn(both)).toEqual([GIFTS]);
  });

  test('lists at most fifty questions for an answer', () => {
    const many = { ...SHIPPING, questions: Array.from({ length: 60 }, () => TWO) };
    expect(answersIn(withAnswer('', many))[0]?.questions).toHaveLength(50);
  });
});

describe('an answer is one section', () => {
  test.each([
    ['a heading', '# Big\n\nSmall.'],
    ['a line under text', 'Not a heading\n---\nText.\nNor this\n===\n'],
    ['a code block without an end', 'Look:\n```js\n# not a heading'],
    ['backticks that begin no code block', 'Look:\n``` a `b`'],
    ['a comment without an end', 'Look <!-- here'],
    ['an element without an end', '<script>\nalert(1)'],
    ['a processing instruction', '<?php'],
    [
      'a forged marker',
      `<!-- answer {"id":"${TWO}","addedAt":"2026-11-20T17:24:00.000Z","questions":[]} -->`,
    ],
    ['a list', '- one\n- two'],
  ])('with %s', (_what, answer) => {
    const both = withAnswer(withAnswer('', added(ONE, 'First?', answer)), GIFTS);
    expect(sections(both).at(-1)).toEqual({
      title: 'Are there gift cards?',
      path: ['Answers'],
      text: 'From $10 to $200.',
    });
    expect(answersIn(both).map(({ id }) => id)).toEqual([ONE, TWO]);
    expect(withoutAnswer(both, ONE)).toBe(withAnswer('', GIFTS));
  });

  test('with arbitrary text and heading', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '#',
        '-',
        '=',
        '`',
        '~',
        '<',
        '!',
        '>',
        '\n',
        ' ',
        'a',
        'É',
        '*',
        '_',
        '[',
        ']',
        '\\',
        '\r',
      ),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, text, (heading, answer) => {
        const first = added(ONE, `Q ${heading}`, `A ${answer}`);
        const both = withAnswer(withAnswer('', first), GIFTS);
        expect(sections(both).at(-1)?.title).toBe('Are there gift cards?');
        expect(sections(both)[0]?.path).toEqual(['Answers']);
        expect(answersIn(both).map(({ id }) => id)).toEqual([ONE, TWO]);
        expect(answersIn(both)[0]?.heading).toBe(`Q ${heading}`.replaceAll(/\s+/g, ' ').trim());
        expect(withoutAnswer(both, ONE)).toBe(withAnswer('', GIFTS));
      }),
      { numRuns: 1000 },
    );
  });
});

test('the next answer is added to the first document with room', () => {
  const full = { name: 'answers.md', characters: 45_000 };
  expect(nextAnswersDocument([])).toBe('answers.md');
  expect(nextAnswersDocument([{ ...full, characters: 10 }])).toBe('answers.md');
  expect(nextAnswersDocument([full])).toBe('answers-2.md');
  expect(nextAnswersDocument([full, { name: 'answers-2.md', characters: 49_000 }])).toBe('answers-3.md');
});

test.each([
  ['answers.md', true],
  ['answers-2.md', true],
  ['answers-50.md', true],
  ['answers-1.md', false],
  ['answers-51.md', false],
  ['my-answers.md', false],
  ['answers.txt', false],
])('%s is recognized as a document of answers: %s', (name, is) => {
  expect(isAnswersDocument(name)).toBe(is);
});
