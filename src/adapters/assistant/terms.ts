import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.ts';

/** Made with the first text: it takes the runtime some 10 ms to load its dictionaries. */
let segmenter: Intl.Segmenter | undefined;

/** Accents of Latin, Greek and Cyrillic letters, and the vowel points of Hebrew and Arabic, which may be left out. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;

/** A text without case, accents, and the two spellings of the German sharp s and of the Turkish i. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i');
}

/** The words of a text in any script, as they are written; numbers count, signs do not. */
export function wordsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/**
 * What a word is found by: folded, without an elided article (`l’installation`), as the stem of English words, and a
 * setting's name also by its parts. Nothing for words that say nothing about a subject.
 */
export function termsOf(word: string): string[] {
  const parts = fold(word).split(/['’]/);
  return parts
    .flatMap((part) => (part.includes('_') ? [part, ...part.split('_')] : [part]))
    .filter((part) => !STOP_WORDS.has(part) && !/^[a-z0-9]?$/.test(part))
    .map((part) => (/^[a-z]+$/.test(part) ? stem(part) : part));
}

/** The stem of a word, stemmed until nothing changes: `embedding` becomes `embed`, and that becomes `emb`. */
function stem(word: string): string {
  const stemmed = stemmer(word);
  return stemmed === word ? word : stem(stemmed);
}
