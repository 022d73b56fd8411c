import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { indexTerms, matchesIn, textQuery } from '../../src/lib/search-text.ts';

const HOSTILE = [
  ['a short word many times', 'a '.repeat(100)],
  ['many different words', Array.from({ length: 200 }, (_, n) => `w${n}`).join(' ')],
  ['a sign that unfolds to eighteen letters', 'ﷺ'.repeat(4000)],
  ['many of them', 'ﷺ '.repeat(2000)],
  ['a long run of Chinese', '退货配送'.repeat(1000)],
  ['apostrophes', "a'b".repeat(1300)],
  ['marks without a letter', '\u0301'.repeat(4000)],
] as const;

describe('the search terms of a text', () => {
  test.each(HOSTILE)('in a query are few for %s', (_what, text) => {
    const { lookups } = textQuery(text);
    expect(lookups.length).toBeLessThanOrEqual(12);
    expect(lookups.flat().every((term) => term.length <= 60)).toBe(true);
  });

  it('contain only letters and digits and end with a digit, so that no analyzer changes them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const terms = indexTerms(text);
        expect(terms).toMatch(/^$|^[a-z0-9]*0( [a-z0-9]*0)*$/);
      }),
    );
  });

  it('are the beginnings of its words in lower case, single and with the neighboring word', () => {
    const plain = fc.string({ unit: fc.constantFrom(...Array.from('aBcXyZ019 .-_\n')), maxLength: 60 });
    fc.assert(
      fc.property(plain, (text) => {
        const words = text
          .toLowerCase()
          .split(/[^a-z0-9]+/)
          .filter((word) => word !== '');
        const terms = words.flatMap((word) =>
          word.length < 3
            ? [`${word}0`]
            : [3, 4, 6, 9]
                .filter((length) => length <= word.length)
                .map((length) => `${word.slice(0, length)}0`),
        );
        const expected = Array.from(new Set(terms));
        expect(indexTerms(text)).toBe(expected.join(' '));
        expect(indexTerms(`${text} 字`)).toBe([...expected, '5b570'].join(' '));
      }),
    );
  });

  it('are found by every search that matches the text', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        'B',
        'ß',
        'ł',
        'Þ',
        'æ',
        'ä',
        'e',
        'ς',
        '退',
        '货',
        'が',
        'ｶ',
        'ﾞ',
        '배',
        ' ',
        '1',
        "'",
      ),
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, text, (content, query) => {
        const read = textQuery(query);
        if (read.lookups.length === 0 || !matchesIn(content, read)) return;
        const terms = new Set(indexTerms(content).split(' '));
        expect(read.lookups.every((group) => group.some((term) => terms.has(term)))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
