import { stemmer } from 'stemmer';
import { fold } from '../../domain/folding.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Made with the first text: it takes the runtime some 10 ms to load its dictionaries. */
let segmenter: Intl.Segmenter | undefined;

/** A question is looked up by so many different terms of so many characters; each is a walk through the index. */
const MAX_QUESTION_TERMS = 32;
const MAX_TERM_LENGTH = 32;
/** Of a question so many characters are read; one sign may unfold to eighteen. */
const MAX_QUESTION_LENGTH = 8000;

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
  const parts = fold(word).split(/['’\s]/);
  return parts
    .flatMap((part) => (part.includes('_') ? [part, ...part.split('_')] : [part]))
    .filter((part) => !STOP_WORDS.has(part) && !/^[a-z0-9]?$/.test(part))
    .map((part) => (/^[a-z]+$/.test(part) ? stem(part) : part));
}

/**
 * The different terms that a question is looked up by, in its order. Their number and length are bounded, whatever the
 * question holds, and so is the work of looking them up.
 */
export function questionTerms(question: string): string[] {
  const terms = wordsOf(fold(question).slice(0, MAX_QUESTION_LENGTH)).flatMap(termsOf);
  const different = new Set(terms.filter((term) => term.length <= MAX_TERM_LENGTH));
  return Array.from(different).slice(0, MAX_QUESTION_TERMS);
}

/** The stem of a word, stemmed until nothing changes: `embedding` becomes `embed`, and that becomes `emb`. */
function stem(word: string): string {
  const stemmed = stemmer(word);
  return stemmed === word ? word : stem(stemmed);
}
