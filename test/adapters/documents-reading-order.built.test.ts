import { expect, test } from 'vitest';
import { inReadingOrder, withoutPresentationForms } from '../../src/adapters/documents/reading-order.ts';

test.each([
  ['words', ['.', 'יום', ' ', 'שלושים'], 'שלושים יום.'],
  ['numbers keep their digits and signs', ['.', 'יום', ' ', '12', '.', '5', ' ', 'עד'], 'עד 12.5 יום.'],
  ['digits one by one', ['יום', ' ', '3', '0'], '30 יום'],
  ['brackets are mirrored', ['.', '(', 'שלושים', ')', ' ', '30'], '30 (שלושים).'],
  ['Latin words keep their order', ['עם', ' ', 'Google', ' ', 'Chrome', ' ', 'רק'], 'רק Google Chrome עם'],
  ['two numbers', ['ימים', ' ', '10', ' ', '5'], '5 10 ימים'],
])('a line from right to left is read in its order: %s', (_what, pieces, read) => {
  expect(inReadingOrder(pieces)).toBe(read);
});

test('letters of presentation forms are read as plain letters, and other characters are unchanged', () => {
  expect(withoutPresentationForms('\ufefb \ufb01ve 10\u00b3 \u2460')).toBe(
    '\u0644\u0627 five 10\u00b3 \u2460',
  );
});
