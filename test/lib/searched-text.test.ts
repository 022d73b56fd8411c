import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../src/lib/folding.ts';
import { indexTerms, matchesIn, textQuery } from '../../src/lib/search-text.ts';

/** Soft hyphen, zero-width space, non-joiner, joiner, word joiner, byte order mark, mark of direction. */
const IGNORED = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u200e'] as const;

describe.each(IGNORED)('an invisible character does not divide a word: %j', (character) => {
  const divided = `can${character}cel the sub${character}scrip${character}tion`;

  test('in the searched text', () => {
    expect(indexTerms(divided)).toBe(indexTerms('cancel the subscription'));
    const at = divided.indexOf('sub');
    expect(matchesIn(divided, textQuery('subscription'))).toEqual([[at, divided.length]]);
  });

  test('in the search words', () => {
    expect(textQuery(divided).lookups).toEqual(textQuery('cancel the subscription').lookups);
    expect(matchesIn('退货的配送', textQuery(`配${character}送`))).toEqual([[3, 5]]);
    expect(matchesIn(`配${character}送`, textQuery('配送'))).toEqual([[0, 3]]);
  });
});

test('a text with invisible characters has the same search terms as without them', () => {
  const pieces = fc.array(
    fc.tuple(
      fc.string({ unit: fc.constantFrom(...Array.from('abÄß 1配送')), maxLength: 6 }),
      fc.constantFrom(...IGNORED),
    ),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const whole = parts.map(([text]) => text).join('');
      const divided = parts.flat().join('');
      expect(indexTerms(divided)).toBe(indexTerms(whole));
      expect(fold(divided)).toBe(fold(whole));
    }),
  );
});
