import { MAX_QUANTITY_WORDS } from '../../domain/quantities.ts';
import { CONCEPT_WORDS } from './concept-words.ts';

/** The most words of a phrase; a number in words with its unit is the longest. */
export const MAX_PHRASE = MAX_QUANTITY_WORDS;

/** The concepts of folded words and phrases of one language. */
export interface Concepts {
  of(word: string): readonly string[];
  ofPhrase(words: string): readonly string[];
  /** Whether a phrase begins with a word. */
  beginsPhrase(word: string): boolean;
}

/** An amount of money, in any notation of a currency. */
export const MONEY = /[$€£¥₹]\s?\d|\d\s?[$€£¥₹]/u;

/** Languages that write compounds as one word. */
export const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'fi', 'hu']);
/** The shortest part of a compound. */
const MIN_PART = 4;

const NONE: readonly string[] = [];
const NO_CONCEPTS: Concepts = { of: () => NONE, ofPhrase: () => NONE, beginsPhrase: () => false };
const byLanguage = new Map<string, Concepts>();

/** The concepts of a language's words; of a language without a list, none. */
export function conceptsIn(language: string | undefined): Concepts {
  if (language === undefined) return NO_CONCEPTS;
  const known = byLanguage.get(language);
  if (known) return known;
  const list = Object.entries(CONCEPT_WORDS).find(([name]) => name === language)?.[1];
  const concepts = list === undefined ? NO_CONCEPTS : parsed(list, language);
  byLanguage.set(language, concepts);
  return concepts;
}

function parsed(list: string, language: string): Concepts {
  const isCompounding = COMPOUNDING.has(language);
  const words = new Map<string, string[]>();
  /** By their first letter: a list has dozens of beginnings. */
  const starts = new Map<string, (readonly [start: string, concept: string])[]>();
  const phrases = new Map<string, string[]>();
  const firstWords = new Set<string>();
  for (const line of list.trim().split('\n')) {
    const [head = '', ...its] = line.trim().split(', ');
    const [concept = '', ...single] = head.split(' ');
    for (const word of single) {
      const first = word.charAt(0);
      if (word.endsWith('*')) starts.set(first, [...(starts.get(first) ?? []), [word.slice(0, -1), concept]]);
      else words.set(word, [...(words.get(word) ?? []), concept]);
    }
    for (const phrase of its) {
      const meanings = asksFor(phrase, language) ? [concept, asking(concept)] : [concept];
      phrases.set(phrase, [...(phrases.get(phrase) ?? []), ...meanings]);
      firstWords.add(firstWord(phrase));
    }
  }
  const ofWord = (word: string): readonly string[] => {
    const alike = starts.get(word.charAt(0)) ?? [];
    const begun = alike.flatMap(([start, concept]) => (word.startsWith(start) ? [concept] : []));
    const whole = words.get(word) ?? NONE;
    return begun.length + whole.length === 0 ? NONE : Array.from(new Set([...whole, ...begun]));
  };
  return {
    of(word) {
      const concepts = ofWord(word);
      if (!isCompounding) return concepts;
      const ends: string[] = [];
      for (let at = MIN_PART; at <= word.length - MIN_PART; at++) ends.push(...ofWord(word.slice(at)));
      return ends.length === 0 ? concepts : Array.from(new Set([...concepts, ...ends]));
    },
    ofPhrase: (its) => phrases.get(its) ?? NONE,
    beginsPhrase: (word) => firstWords.has(word),
  };
}

/** Question words that ask for a kind of fact. */
const ASKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    when: 'time',
    'how long': 'time',
    'how soon': 'time',
    'how fast': 'time',
    'what time': 'time',
    'how late': 'time',
    'how much': 'price',
    'right now': '',
    'at the moment': '',
  },
  de: {
    wann: 'time',
    'wie lange': 'time',
    'wie lang': 'time',
    'wie schnell': 'time',
    'um wie viel uhr': 'time',
    'wie spat': 'time',
    'wie viel': 'price',
    wieviel: 'price',
  },
  es: {
    cuando: 'time',
    'cuanto tiempo': 'time',
    'a que hora': 'time',
    'cuanto tarda': 'time',
    'cuanto tardan': 'time',
    'cuanto cuesta': 'price',
    'cuanto vale': 'price',
    'que vale': 'price',
  },
  fr: { quand: 'time', 'a quelle heure': 'time', 'combien de temps': 'time', combien: 'price' },
  it: { quando: 'time', 'a che ora': 'time', 'quanto tempo': 'time', 'quanto costa': 'price' },
  pt: { quando: 'time', 'a que horas': 'time', 'quanto tempo': 'time', 'quanto custa': 'price' },
  nl: { wanneer: 'time', 'hoe laat': 'time', 'hoe lang': 'time', hoelang: 'time', hoeveel: 'price' },
};

/**
 * Maps by phrase, since phrases are looked up as they are put together: as the name of an object's property,
 * V8 would first have to intern each of them.
 */
const ASKED = new Map(
  Object.entries(ASKS).map(([language, phrases]) => [language, new Map(Object.entries(phrases))]),
);
const FIRST_ASKED = new Map(
  Array.from(ASKED, ([language, phrases]) => [language, new Set(Array.from(phrases.keys(), firstWord))]),
);

function firstWord(phrase: string): string {
  return phrase.split(' ')[0] ?? '';
}

/** Whether a question word or phrase begins with a folded word. */
export function beginsAsking(word: string, language: string | undefined): boolean {
  return language !== undefined && FIRST_ASKED.get(language)?.has(word) === true;
}

/** What a question word or phrase asks for: no concepts where it only says when it is asked. */
interface Asked {
  concepts: readonly string[];
  fact?: string;
}

/** What a folded question word or phrase asks for; undefined for any other. */
export function asksFor(phrase: string, language: string | undefined): Asked | undefined {
  const fact = language === undefined ? undefined : ASKED.get(language)?.get(phrase);
  if (fact === undefined) return undefined;
  return fact === '' ? { concepts: [] } : { concepts: [fact], fact };
}

/** A further concept of phrases that ask for a fact: in a heading they do not state it. */
export function asking(fact: string): string {
  return `asking ${fact}`;
}
