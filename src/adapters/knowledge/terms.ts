import { stemmer } from 'stemmer';
import { fold } from '../../domain/folding.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Created for the first text: loading its dictionaries takes some 10 ms. */
let segmenter: Intl.Segmenter | undefined;

/** Maximum number of different terms of a question; each is one walk through the index. */
const MAX_QUESTION_TERMS = 32;
const MAX_TERM_LENGTH = 32;
/** Maximum length of a question that is read; one character may unfold to eighteen. */
const MAX_QUESTION_LENGTH = 8000;

/** The words of a text in any script, as written; numbers count, punctuation does not. */
export function wordsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/**
 * The index terms of a word: folded, without an elided article (`l’installation`), stemmed as English, and a
 * setting's name also by its parts. None for a stop word.
 */
export function termsOf(word: string): string[] {
  const parts = fold(word).split(/['’\s]/);
  return parts
    .flatMap((part) => (part.includes('_') ? [part, ...part.split('_')] : [part]))
    .filter((part) => !STOP_WORDS.has(part) && !/^[a-z0-9]?$/.test(part))
    .map((part) => (/^[a-z]+$/.test(part) ? stem(part) : part));
}

/**
 * The distinct terms of a question, in order. Their number and length are limited, so the lookup cost is
 * limited for any input.
 */
export function questionTerms(question: string): string[] {
  const terms = wordsOf(fold(question).slice(0, MAX_QUESTION_LENGTH)).flatMap(termsOf);
  const different = new Set(terms.filter((term) => term.length <= MAX_TERM_LENGTH));
  return Array.from(different).slice(0, MAX_QUESTION_TERMS);
}

/** Stems a word until nothing changes: `embedding` becomes `embed`, and that becomes `emb`. */
function stem(word: string): string {
  const stemmed = stemmer(word);
  return stemmed === word ? word : stem(stemmed);
}
