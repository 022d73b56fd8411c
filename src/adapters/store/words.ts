/** A run of letters, digits and the marks on them. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** A word as it is compared, and where it stands in its text, in UTF-16 code units. */
export interface Word {
  folded: string;
  start: number;
  end: number;
}

/** The words of a text, case and accents folded: letters alone, in lower case, without their marks. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    folded: word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    start: index,
    end: index + word.length,
  })).filter(({ folded }) => folded !== '');
}
