import { describe, expect, it, test } from 'vitest';
import { questionTerms } from '../../src/adapters/knowledge/terms.ts';

const different = (count: number, joint: string) =>
  Array.from({ length: count }, (_, n) => `wd${n}q`).join(joint);

describe('the terms that a question is looked up by', () => {
  test.each([
    ['apostrophes in one word', different(700, "'")],
    ['underscores in one word', different(700, '_')],
    ['ordinary words', different(700, ' ')],
    ['one word of the greatest length', 'x'.repeat(4000)],
    ['a sign that unfolds to four words', 'ﷺ'.repeat(4000)],
    ['that sign as many words', 'ﷺ '.repeat(2000)],
    ['Chinese without a space', '退货配送'.repeat(1000)],
  ])('are few and short for %s', (_what, question) => {
    const terms = questionTerms(question);
    expect(terms.length).toBeLessThanOrEqual(32);
    expect(terms.every((term) => term.length <= 32 && !/\s/.test(term))).toBe(true);
  });

  it('are each looked up once, however often the question says them', () => {
    expect(questionTerms('Refund? REFUND! refund refunds réfund')).toEqual(['refund']);
  });

  it('are those of the first words of a long question', () => {
    expect(questionTerms(`delivery ${different(100, ' ')} refund`)).toEqual(
      expect.arrayContaining(['deliveri', 'wd0q', 'wd20q']),
    );
    expect(questionTerms(`delivery ${different(100, ' ')} refund`)).not.toContain('refund');
  });
});
