import { expect, test } from 'vitest';
import { detectLanguage, isCertainlyIn } from '../../src/adapters/knowledge/language-detection.ts';

test.each([
  ['Wo ist denn das Paket, das ich bestellt habe?', 'de', true],
  ['Where is the parcel that I ordered?', 'en', true],
  ['Where is the parcel that I ordered?', 'de', false],
  ['Где моя посылка?', 'ru', true],
  ['Где моя посылка?', 'en', false],
  // One word, or words of several languages, decide nothing.
  ['Paket da', 'de', false],
  ['in', 'en', false],
  ['12345', 'en', false],
])('%j is certainly in %s: %s', (text, language, isIn) => {
  expect(isCertainlyIn(text, language)).toBe(isIn);
});

test('a text without known words has no language, and the preferred language wins a tie', () => {
  expect(detectLanguage('12345', ['fr'])).toBeUndefined();
  expect(detectLanguage('in', ['it'])).toBe('it');
  expect(detectLanguage('in', ['de'])).toBe('de');
});
