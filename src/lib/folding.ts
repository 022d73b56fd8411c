import { searchedText } from './unseen-characters.ts';

/**
 * Accents of Latin, Greek and Cyrillic letters, and the vowel points of Hebrew and Arabic: optional in a
 * search.
 */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;
const PLAIN = /^[\0-\x7f]*$/;

/** Lower-case letters without a Unicode decomposition, with their usual ASCII spelling. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
};
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');

/**
 * Normalizes text for comparison: lower case, compatibility forms composed (NFKC), without accents and
 * ignorable characters such as soft hyphens. Letters that Unicode does not decompose, such as ß, ł, ø and the
 * Greek final sigma, get one spelling. Marks that make another letter (Japanese, Indic, Thai) are kept.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return searchedText(text)
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
    .replace(SPELLED, (letter) => SPELLINGS[letter] ?? letter);
}
