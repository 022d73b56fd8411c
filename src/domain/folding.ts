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
/** The letters that an earlier release indexed without this spelling. */
const UNFOLDED = Object.entries(SPELLINGS).filter(([letter]) => 'łøđðþæœ'.includes(letter));
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');

/**
 * Normalizes text for comparison: lower case, compatibility forms composed (NFKC), without accents and
 * ignorable characters such as soft hyphens. Letters that Unicode does not decompose, such as ß, ł, ø and the
 * Greek final sigma, get one spelling. Marks that make another letter (Japanese, Indic, Thai) are kept.
 */
export function fold(text: string): string {
  return foldAccents(text).replace(SPELLED, (letter) => SPELLINGS[letter] ?? letter);
}

/** The maximum number of spellings of a word; each needs a lookup in the index. */
const MAX_SPELLINGS = 8;

/**
 * A folded word and the spellings that an earlier release indexed: `żółw` under `zołw`. At most
 * MAX_SPELLINGS, those with the fewest changes first; the rarest letters are left out.
 */
export function unfoldedSpellings(folded: string): string[] {
  const spellings = new Set([folded]);
  for (const spelling of spellings) {
    for (const [letter, plain] of UNFOLDED) {
      for (let at = spelling.indexOf(plain); at >= 0; at = spelling.indexOf(plain, at + 1)) {
        if (spellings.size >= MAX_SPELLINGS) return Array.from(spellings);
        spellings.add(spelling.slice(0, at) + letter + spelling.slice(at + plain.length));
      }
    }
  }
  return Array.from(spellings);
}

/** The same as `fold`, but keeps letters such as ł and ø. */
export function foldAccents(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return searchedText(text)
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ');
}
