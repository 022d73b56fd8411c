import { fold } from '../../domain/folding.ts';
import { detectLanguage } from './language-detection.ts';
import { isStopWord } from './stop-words.ts';
import { MAX_PHRASE, type Synonyms } from './synonyms.ts';
import { pairsOf, partsOf, wordsOf } from './words.ts';

/** A word of a question, or a declared synonym of several words. */
export interface QueryTerm {
  /** In lower case; empty for a phrase. */
  exact: string;
  folded: string;
  /** The groups of synonyms that it belongs to. */
  synonyms: readonly string[];
  /** Whether it says what the question is about; other words only help to choose. */
  isContent: boolean;
}

export interface ParsedQuery {
  language: string | undefined;
  words: readonly QueryTerm[];
  /** See `pairsOf`. */
  pairs: readonly string[];
}

/**
 * Maximum number of different words of a question; each is a walk through the index. People tell stories, and
 * what they ask comes at the end.
 */
const MAX_WORDS = 200;
const MAX_WORD_LENGTH = 32;
/** Maximum length of a question that is read, in code units. */
const MAX_LENGTH = 8000;
const MAX_PAIRS = 200;
/** Maximum number of groups of synonyms of one word: documents can declare any number. */
const MAX_SYNONYMS = 16;

/** The parts of the documents that are used to read a question. */
export interface QueryContext {
  /** Their languages decide where a question could be in several. */
  languages: readonly string[];
  synonyms: readonly Synonyms[];
}
const NO_DOCUMENTS: QueryContext = { languages: [], synonyms: [] };

/** The words of a question. Their number and length are limited, so that the cost of any input is. */
export function parseQuery(question: string, of: QueryContext = NO_DOCUMENTS, locale?: string): ParsedQuery {
  const text = question.slice(0, MAX_LENGTH).normalize('NFC');
  const read = wordsOf(text)
    .flatMap(partsOf)
    .filter((word) => word.length <= MAX_WORD_LENGTH);
  const browser = locale?.split('-')[0]?.toLowerCase();
  const language = detectLanguage(text, [...(browser === undefined ? [] : [browser]), ...of.languages]);
  const { phrases, explained } = phrasesIn(read.slice(0, MAX_WORDS), of.synonyms);
  const words = new Map<string, QueryTerm>();
  for (const exact of read) {
    const folded = fold(exact);
    words.set(exact, {
      exact,
      folded,
      synonyms: distinct(of.synonyms.flatMap((synonyms) => synonyms.of(exact))),
      isContent: !explained.has(exact) && !isStopWord(folded, language) && !/^[a-z0-9]?$/.test(folded),
    });
    if (words.size >= MAX_WORDS) break;
  }
  const pairs = new Set(pairsOf(text, language));
  return {
    language,
    words: [...words.values(), ...phrases],
    pairs: Array.from(pairs).slice(0, MAX_PAIRS),
  };
}

/** The declared synonyms of several words in a question, and the words that are part of one. */
function phrasesIn(read: readonly string[], of: readonly Synonyms[]) {
  const phrases: QueryTerm[] = [];
  const explained = new Set<string>();
  for (const [from, first] of read.entries()) {
    const its = of.filter((synonyms) => synonyms.beginsPhrase(first));
    for (let length = 2; its.length > 0 && length <= MAX_PHRASE; length++) {
      const words = read.slice(from, from + length);
      const synonyms = distinct(its.flatMap((one) => one.ofPhrase(words)));
      if (synonyms.length === 0) continue;
      phrases.push({ exact: '', folded: fold(words.join(' ')), synonyms, isContent: true });
      for (const word of words) explained.add(word);
    }
  }
  return { phrases, explained };
}

function distinct(synonyms: readonly string[]): readonly string[] {
  return Array.from(new Set(synonyms)).slice(0, MAX_SYNONYMS);
}
