import { fold } from '../../domain/folding.ts';
import { asksFor, conceptsIn, MAX_PHRASE } from './concepts.ts';
import { detectLanguage } from './language-detection.ts';
import { isStopWord } from './stop-words.ts';
import { pairsOf, partsOf, wordsOf } from './words.ts';

/** A word of a question, or a phrase of several that means one thing. */
export interface AskedWord {
  /** In lower case; empty for a phrase. */
  exact: string;
  folded: string;
  concepts: readonly string[];
  /** Whether it says what the question is about; other words only help to choose. */
  isContent: boolean;
}

export interface AskedQuestion {
  language: string | undefined;
  words: readonly AskedWord[];
  /** See `pairsOf`. */
  pairs: readonly string[];
}

/** Maximum number of different words of a question; each is a walk through the index. */
const MAX_WORDS = 32;
const MAX_WORD_LENGTH = 32;
/** Maximum length of a question that is read, in code units. */
const MAX_LENGTH = 8000;
const MAX_PAIRS = 64;

type Word = Pick<AskedWord, 'exact' | 'folded'>;

/**
 * The words of a question. Their number and length are limited, so that the cost of any input is. The
 * languages are those of the documents: they decide where a question could be in several.
 */
export function askedWords(
  question: string,
  languages: readonly string[] = [],
  locale?: string,
): AskedQuestion {
  const text = question.slice(0, MAX_LENGTH).normalize('NFC');
  const read = wordsOf(text)
    .flatMap(partsOf)
    .map((exact): Word => ({ exact, folded: fold(exact) }))
    .filter(({ folded }) => folded.length <= MAX_WORD_LENGTH);
  const browser = locale?.split('-')[0]?.toLowerCase();
  const language = detectLanguage(text, [...(browser === undefined ? [] : [browser]), ...languages]);
  const { phrases, explained } = phrasesIn(read.slice(0, MAX_WORDS * MAX_PHRASE), language);
  const concepts = conceptsIn(language);
  const words = new Map<string, AskedWord>();
  for (const { exact, folded } of read) {
    const isExplained = explained.has(folded);
    const isContent = !isExplained && !isStopWord(folded, language) && !/^[a-z0-9]?$/.test(folded);
    words.set(exact, { exact, folded, concepts: isExplained ? [] : concepts.of(folded), isContent });
    if (words.size >= MAX_WORDS) break;
  }
  const pairs = new Set(pairsOf(text, language));
  return {
    language,
    words: [...phrases, ...words.values()].slice(0, MAX_WORDS),
    pairs: Array.from(pairs).slice(0, MAX_PAIRS),
  };
}

/** The phrases that mean one thing, and the words that they explain. */
function phrasesIn(read: readonly Word[], language: string | undefined) {
  const concepts = conceptsIn(language);
  const phrases = new Map<string, AskedWord>();
  const explained = new Set<string>();
  for (let from = 0; from < read.length; from++) {
    for (let length = 1; length <= MAX_PHRASE; length++) {
      const its = read.slice(from, from + length).map(({ folded }) => folded);
      const phrase = its.join(' ');
      const asked = asksFor(phrase, language);
      const found = asked ?? (length > 1 ? concepts.ofPhrase(phrase) : []);
      if (its.length < length || (asked === undefined && found.length === 0)) continue;
      const isContent = asked === undefined;
      if (found.length > 0) phrases.set(phrase, { exact: '', folded: phrase, concepts: found, isContent });
      for (const word of its) explained.add(word);
    }
  }
  return { phrases: Array.from(phrases.values()), explained };
}
