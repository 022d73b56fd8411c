/**
 * Accents of Latin, Greek and Cyrillic letters, and the vowel points of Hebrew and Arabic: optional in a
 * search.
 */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;
const PLAIN = /^[\0-\x7f]*$/;

/**
 * Normalizes text for comparison: lower case, compatibility forms composed (NFKC), accents removed, and one
 * spelling for the German sharp s, the Turkish dotless i and the Greek final sigma. Marks that make another
 * letter (Japanese, Indic, Thai) are kept.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ');
}
