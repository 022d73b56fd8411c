import { fold } from '../../domain/folding.ts';
import { endsQuantity, quantityOf, signedAmounts } from '../../domain/quantities.ts';
import { asksFor, beginsAsking, conceptsIn, MAX_PHRASE } from './concepts.ts';
import { detectLanguage } from './language-detection.ts';
import { askedQuantityConcepts, quantityConcept, unitConcepts } from './quantity-concepts.ts';
import { isStopWord } from './stop-words.ts';
import type { Synonyms } from './synonyms.ts';
import { pairsOf, partsOf, wordsOf } from './words.ts';

/** A word of a question, or a phrase of several that means one thing. */
export interface AskedWord {
  /** In lower case; empty for a phrase. */
  exact: string;
  folded: string;
  concepts: readonly string[];
  /** Whether it says what the question is about; other words only help to choose. */
  isContent: boolean;
  /** The concept of the kind of fact that a phrase asks for, such as a time. */
  fact?: string;
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
/** Maximum number of concepts of one word: documents can declare any number of synonyms. */
const MAX_CONCEPTS = 16;

type Word = Pick<AskedWord, 'exact' | 'folded'>;

/** What the documents bring to the reading of a question. */
export interface AskedOf {
  /** Their languages decide where a question could be in several. */
  languages: readonly string[];
  synonyms: readonly Synonyms[];
  /** Whether any section has a concept. */
  knows(concept: string): boolean;
}
const NO_DOCUMENTS: AskedOf = { languages: [], synonyms: [], knows: () => false };

/** The words of a question. Their number and length are limited, so that the cost of any input is. */
export function askedWords(question: string, of: AskedOf = NO_DOCUMENTS, locale?: string): AskedQuestion {
  const text = question.slice(0, MAX_LENGTH).normalize('NFC');
  const read = wordsOf(text)
    .flatMap(partsOf)
    .map((exact): Word => ({ exact, folded: fold(exact) }))
    .filter(({ folded }) => folded.length <= MAX_WORD_LENGTH);
  const browser = locale?.split('-')[0]?.toLowerCase();
  const language = detectLanguage(text, [...(browser === undefined ? [] : [browser]), ...of.languages]);
  const { phrases, explained } = phrasesIn(read.slice(0, MAX_WORDS * MAX_PHRASE), text, language, of);
  const concepts = conceptsIn(language);
  const words = new Map<string, AskedWord>();
  for (const { exact, folded } of read) {
    const isExplained = explained.has(folded);
    const isContent = !isExplained && !isStopWord(folded, language) && !/^[a-z0-9]?$/.test(folded);
    const meanings = () => [
      ...concepts.of(folded),
      ...unitConcepts(folded, language),
      ...of.synonyms.flatMap((synonyms) => synonyms.of(exact)),
    ];
    words.set(exact, { exact, folded, concepts: isExplained ? [] : distinct(meanings()), isContent });
    if (words.size >= MAX_WORDS) break;
  }
  const pairs = new Set(pairsOf(text, language));
  return {
    language,
    words: [...phrases, ...words.values()].slice(0, MAX_WORDS),
    pairs: Array.from(pairs).slice(0, MAX_PAIRS),
  };
}

type Meaning = Pick<AskedWord, 'concepts' | 'isContent' | 'fact'>;

/** The phrases that mean one thing, and the words that they explain. */
function phrasesIn(read: readonly Word[], text: string, language: string | undefined, of: AskedOf) {
  const phrases = new Map<string, AskedWord>();
  const explained = new Set<string>();
  const add = (its: readonly string[], meaning: Meaning) => {
    const phrase = its.join(' ');
    if (meaning.concepts.length > 0) phrases.set(phrase, { exact: '', folded: phrase, ...meaning });
    for (const word of its) explained.add(word);
  };
  const isUnit = read.map(({ folded }) => endsQuantity(folded, language));
  for (const [from, first] of read.entries()) {
    const isPhrase = beginsPhrase(first, language, of);
    let isQuantity = false;
    for (let length = Math.min(MAX_PHRASE, read.length - from); length >= 1; length--) {
      const mayBeQuantity: boolean = !isQuantity && isUnit[from + length - 1] === true;
      if (!isPhrase && !mayBeQuantity) continue;
      const words = read.slice(from, from + length);
      const its = words.map(({ folded }) => folded);
      const quantity: Meaning | undefined = mayBeQuantity ? quantityMeaning(its, language, of) : undefined;
      isQuantity ||= quantity !== undefined;
      const meaning = quantity ?? (isPhrase ? phraseMeaning(words, language, of) : undefined);
      if (meaning) add(its, meaning);
    }
  }
  for (const { number, quantity } of signedAmounts(text, language)) {
    if (of.knows(quantityConcept(quantity))) {
      add([number], { concepts: askedQuantityConcepts(quantity), isContent: true });
    }
  }
  return { phrases: Array.from(phrases.values()), explained };
}

/** Whether a word or phrase with a meaning may begin with a word; few words of a question do. */
function beginsPhrase({ exact, folded }: Word, language: string | undefined, of: AskedOf): boolean {
  return (
    beginsAsking(folded, language) ||
    conceptsIn(language).beginsPhrase(folded) ||
    of.synonyms.some((synonyms) => synonyms.beginsPhrase(exact))
  );
}

function phraseMeaning(
  words: readonly Word[],
  language: string | undefined,
  of: AskedOf,
): Meaning | undefined {
  const phrase = words.map(({ folded }) => folded).join(' ');
  const asked = asksFor(phrase, language);
  if (asked) return { ...asked, isContent: false };
  if (words.length === 1) return undefined;
  const exact = words.map((word) => word.exact);
  const concepts = [
    ...conceptsIn(language).ofPhrase(phrase),
    ...of.synonyms.flatMap((synonyms) => synonyms.ofPhrase(exact)),
  ];
  return concepts.length === 0 ? undefined : { concepts: distinct(concepts), isContent: true };
}

/**
 * A quantity that a section has, or any time: it asks for one thing, not for a number and a unit. Where no
 * section has it, its words count by themselves: the number may be what distinguishes a near miss.
 */
function quantityMeaning(
  its: readonly string[],
  language: string | undefined,
  { knows }: AskedOf,
): Meaning | undefined {
  const quantity = quantityOf(its, language);
  if (!quantity) return undefined;
  const concepts = askedQuantityConcepts(quantity);
  return quantity.measure === 'time' || concepts.some(knows) ? { concepts, isContent: true } : undefined;
}

function distinct(concepts: readonly string[]): readonly string[] {
  return Array.from(new Set(concepts)).slice(0, MAX_CONCEPTS);
}
