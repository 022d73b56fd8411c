import { describe, expect, test } from 'vitest';
import { detectLanguage } from '../../src/adapters/knowledge/language-detection.ts';
import { editDistance, vocabulary } from '../../src/adapters/knowledge/vocabulary.ts';

describe('the edit distance', () => {
  test.each([
    ['delivery', 'delivery', 0],
    ['delivary', 'delivery', 1],
    ['delivry', 'delivery', 1],
    ['dleivery', 'delivery', 1],
    ['repainted', 'repaired', 2],
    ['', 'ab', 2],
  ])('of %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance);
    expect(editDistance(b, a, 2)).toBe(distance);
  });

  test('is greater than the limit if the words differ by more than the limit', () => {
    expect(editDistance('bicycle', 'warranty', 2)).toBeGreaterThan(2);
  });
});

describe('a vocabulary', () => {
  const known = vocabulary({ hasCompounds: true });
  const words = ['delivery', 'deliver', 'versand', 'kosten', 'versandkosten', 'tire', 'repaired'];
  for (const word of words) known.add(word);

  test('finds its words that begin or end with given letters', () => {
    expect(known.beginningWith('deliv')).toEqual(['deliver', 'delivery']);
    expect(known.endingWith('kosten').toSorted()).toEqual(['kosten', 'versandkosten']);
  });

  test('splits a compound word into the words that it knows', () => {
    expect(known.partsOf('versandkosten').toSorted()).toEqual(['kosten', 'versand']);
    expect(known.partsOf('delivers')).toEqual([]);
  });

  test('corrects misspelled long words, but not short words or a first letter', () => {
    expect(known.resembling('delivary')).toEqual(['delivery']);
    expect(known.resembling('repainted')).toEqual(['repaired']);
    expect(known.resembling('tyre')).toEqual([]);
    expect(known.resembling('celivery')).toEqual([]);
  });
});

describe('the language of a text', () => {
  test.each([
    ['when will my parcel be here', 'en'],
    ['wann kommt meine Bestellung an', 'de'],
    ['¿dónde está mi paquete?', 'es'],
    ['où est mon colis', 'fr'],
    ['где моя посылка', 'ru'],
    ['πού είναι το δέμα μου', 'el'],
    ['我的包裹在哪里', 'zh'],
    ['荷物はどこですか', 'ja'],
    ['Tôi có thể trả lại hàng không', 'vi'],
    ['Bosch Shimano', undefined],
    ['', undefined],
  ])('of %j is %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  test('is the preferred language if several fit', () => {
    expect(detectLanguage('bike in rot', ['de'])).toBe('de');
    expect(detectLanguage('bike in rot', ['en'])).toBe('en');
  });
});
