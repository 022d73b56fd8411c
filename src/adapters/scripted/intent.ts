import { fold } from '../../domain/folding.ts';
import { INTENT_PARTS, INTENT_WORDS, type IntentWords } from './intent-words.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { wordsOf } from '../knowledge/words.ts';

export interface Intent {
  kind: 'person' | 'hello' | 'thanks';
  /** The language whose words matched. */
  language: Language;
}

/** The maximum distance in words between the verb and the person. */
const REACH = 5;
/** A message without spaces counts as small talk up to this many characters. */
const SHORT = 10;

type Test = (words: readonly string[], message: string) => Intent['kind'] | undefined;

/**
 * Whether a message requests an agent, or is only a greeting or thanks; undefined for everything else. If
 * words match in several languages, the preferred one counts.
 */
export function intentOf(message: string, preferred?: Language): Intent | undefined {
  const folded = fold(message);
  const words = wordsOf(folded).flatMap((word) => word.split(/['’]/));
  const languages = preferred ? [preferred, ...LANGUAGES] : LANGUAGES;
  for (const language of languages) {
    const kind = TESTS[language](words, folded);
    if (kind) return { kind, language };
  }
  return undefined;
}

function spaced(list: IntentWords): Test {
  const verbs = { talk: oneOf(list.talk), want: oneOf(list.want) };
  const human = oneOf(list.human);
  const role = oneOf(list.role);
  const around = oneOf(list.around);
  const not = oneOf(list.not);
  const others = oneOf(list.others);
  const hello = covers(list.hello);
  const thanks = covers(list.thanks);

  /** Whether a verb and a person are near each other, in the order of the language, and not negated. */
  function near(
    words: readonly string[],
    verb: (word: string) => boolean,
    person: (word: string) => boolean,
    anyOrder: boolean,
  ): boolean {
    return words.some((word, at) => {
      if (!person(word)) return false;
      const from = Math.max(0, at - REACH);
      const to = anyOrder ? at + REACH : at;
      return words.slice(from, to + 1).some((candidate, offset) => {
        const verbAt = from + offset;
        if (verbAt === at || !verb(candidate)) return false;
        const [first, last] = verbAt < at ? [verbAt, at] : [at, verbAt];
        return !words.slice(Math.max(0, first - 3), last + 1).some(not);
      });
    });
  }

  return (words) => {
    if (hello(words)) return 'hello';
    if (thanks(words)) return 'thanks';
    if (words.some(others)) return undefined;
    const person = (word: string) => human(word) || role(word);
    const nothingElse =
      words.some(person) && words.length <= 5 && words.every((it) => person(it) || around(it));
    const asked =
      near(words, verbs.talk, human, true) ||
      near(words, verbs.talk, role, list.verbLast ?? false) ||
      near(words, verbs.want, human, list.verbLast ?? false);
    return nothingElse || asked ? 'person' : undefined;
  };
}

function unspaced(parts: { person: string; hello: string; thanks: string }): Test {
  const [person, hello, thanks] = [parts.person, parts.hello, parts.thanks].map((list) => list.split(', '));
  const says = (message: string, list: readonly string[] = []) => list.some((part) => message.includes(part));
  return (_words, message) => {
    if (says(message, person)) return 'person';
    if (message.length > SHORT) return undefined;
    if (says(message, hello)) return 'hello';
    return says(message, thanks) ? 'thanks' : undefined;
  };
}

/** Matches one word of a list; a star at its end matches any ending. */
function oneOf(list: string): (word: string) => boolean {
  const words = list.split(/\s+/);
  const whole = new Set(words.filter((word) => !word.endsWith('*')));
  const starts = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  return (word) => whole.has(word) || starts.some((start) => word.startsWith(start));
}

/** Matches words that consist of a list's phrases only. */
function covers(list: string): (words: readonly string[]) => boolean {
  const phrases = list.split(', ').map((phrase) => phrase.split(' '));
  const fits = (words: readonly string[], at: number): boolean =>
    at === words.length ||
    phrases.some(
      (phrase) => phrase.every((word, i) => word === words[at + i]) && fits(words, at + phrase.length),
    );
  return (words) => words.length > 0 && words.length <= 8 && fits(words, 0);
}

const TESTS: Record<Language, Test> = {
  en: spaced(INTENT_WORDS.en),
  de: spaced(INTENT_WORDS.de),
  fr: spaced(INTENT_WORDS.fr),
  es: spaced(INTENT_WORDS.es),
  pt: spaced(INTENT_WORDS.pt),
  it: spaced(INTENT_WORDS.it),
  nl: spaced(INTENT_WORDS.nl),
  pl: spaced(INTENT_WORDS.pl),
  tr: spaced(INTENT_WORDS.tr),
  ar: spaced(INTENT_WORDS.ar),
  he: spaced(INTENT_WORDS.he),
  hi: spaced(INTENT_WORDS.hi),
  ko: spaced(INTENT_WORDS.ko),
  ja: unspaced(INTENT_PARTS.ja),
  zh: unspaced(INTENT_PARTS.zh),
};
