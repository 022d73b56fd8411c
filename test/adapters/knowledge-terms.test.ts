import { describe, expect, it, test } from 'vitest';
import { parseQuery } from '../../src/adapters/knowledge/query-terms.ts';

const different = (count: number, joint: string) =>
  Array.from({ length: count }, (_, n) => `wd${n}q`).join(joint);
const content = (question: string) =>
  parseQuery(question)
    .words.filter(({ isContent }) => isContent)
    .map(({ folded }) => folded);

describe('the search words of a question', () => {
  test.each([
    ['apostrophes in one word', different(700, "'")],
    ['underscores in one word', different(700, '_')],
    ['ordinary words', different(700, ' ')],
    ['one word of the greatest length', 'x'.repeat(4000)],
    ['a sign that unfolds to four words', 'ﷺ'.repeat(4000)],
    ['that sign as many words', 'ﷺ '.repeat(2000)],
    ['Chinese without a space', '退货配送'.repeat(1000)],
  ])('are limited in number and length for %s', (_what, question) => {
    const { words, pairs } = parseQuery(question);
    expect(words.length).toBeLessThanOrEqual(200);
    expect(words.every(({ exact }) => exact.length <= 32)).toBe(true);
    expect(pairs.length).toBeLessThanOrEqual(200);
  });

  it('are each searched once, however often the question repeats them', () => {
    expect(content('Refund? REFUND! refund, please refund')).toEqual(['refund']);
  });

  it('are taken from the first words of a long question', () => {
    const found = content(`delivery ${different(300, ' ')} refund`);
    expect(found).toEqual(expect.arrayContaining(['delivery', 'wd0q', 'wd150q']));
    expect(found).not.toContain('refund');
  });

  test.each([
    ['How much is a parcel to Wales?', ['parcel', 'wales']],
    ['wie lange dauert die Lieferung', ['dauert', 'lieferung']],
    ['¿Cuándo llega mi pedido?', ['llega', 'pedido']],
    ['What’s the address?', ['address']],
    ['where is my order', ['order']],
  ])('are of %j without function words: %j', (question, expected) => {
    expect(content(question)).toEqual(expect.arrayContaining(expected));
  });
});
