import { fold } from '../../lib/folding.ts';
import { detectLanguage } from './language-detection.ts';
import { hoursQuestion, namesOccasion } from './opening-hours.ts';
import { isStopWord } from './stop-words.ts';
import { MAX_PHRASE, type Synonyms } from './synonyms.ts';
import { pairsOf, partsOf, wordsOf } from './words.ts';

/** A word of a question, or a declared synonym of several words. */
export interface QueryTerm {
  /** The word in lower case; empty for a phrase. */
  exact: string;
  folded: string;
  /** Its synonym groups. */
  synonyms: readonly string[];
  /** Whether it is a content word. Other words only influence the order. */
  isContent: boolean;
  /** Words of the documents that count like this one. */
  alternatives?: readonly string[];
}

export interface ParsedQuery {
  language: string | undefined;
  words: readonly QueryTerm[];
  /** Whether the question names a holiday. */
  namesOccasion: boolean;
  /** Pairs of neighboring characters or syllables; see `pairsOf`. */
  pairs: readonly string[];
}

/**
 * The most distinct words of a question that are looked up. The last ones count, because the question usually
 * ends a message.
 */
const MAX_WORDS = 200;
const MAX_WORD_LENGTH = 32;
/** The longest question that is read, in code units. */
const MAX_LENGTH = 8000;
const MAX_PAIRS = 200;
/** The most synonym groups of a word. */
const MAX_SYNONYMS = 16;

/** The properties of the documents that influence how a question is parsed. */
interface QueryContext {
  /** The languages of the documents, as tie-breaker for the language of a question. */
  languages: readonly string[];
  synonyms: readonly Synonyms[];
}
const NO_DOCUMENTS: QueryContext = { languages: [], synonyms: [] };

/** Parses a question into words. Their number and length are limited, so that the cost is bounded. */
export function parseQuery(question: string, of: QueryContext = NO_DOCUMENTS, locale?: string): ParsedQuery {
  const text = question.slice(0, MAX_LENGTH).normalize('NFC');
  const read = wordsOf(text)
    .flatMap(partsOf)
    .filter((word) => word.length <= MAX_WORD_LENGTH);
  const browser = locale?.split('-')[0]?.toLowerCase();
  const language = detectLanguage(text, [...(browser === undefined ? [] : [browser]), ...of.languages]);
  const { phrases, explained } = phrasesIn(read.slice(0, MAX_WORDS), of.synonyms);
  const words = new Map<string, QueryTerm>();
  const isOfOccasion = namesOccasion(fold(text));
  const hours = isOfOccasion ? undefined : hoursQuestion(read.map(fold), language);
  for (const exact of read) {
    const folded = fold(exact);
    words.set(exact, {
      exact,
      folded,
      synonyms: distinct(of.synonyms.flatMap((synonyms) => synonyms.of(exact))),
      isContent:
        folded === hours?.word ||
        (!explained.has(exact) && !isStopWord(folded, language) && !/^[a-z0-9]?$/.test(folded)),
      ...(folded === hours?.word && { alternatives: hours.about }),
    });
    if (words.size >= MAX_WORDS) break;
  }
  const pairs = new Set(pairsOf(text, language));
  return {
    language,
    words: [...words.values(), ...phrases],
    namesOccasion: isOfOccasion,
    pairs: Array.from(pairs).slice(0, MAX_PAIRS),
  };
}

/** The multi-word synonyms in a question, and the words that they contain. */
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
