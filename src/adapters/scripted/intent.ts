import { fold } from '../../domain/folding.ts';
import { INTENT_PARTS, INTENT_WORDS, type IntentWords } from './intent-words.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { wordsOf } from '../knowledge/words.ts';

interface Intent {
  kind: 'person' | 'hello' | 'thanks';
  /** The language whose words matched. */
  language: Language;
}

/** The largest distance between verb and person, in words. */
const MAX_DISTANCE = 5;
/** The longest small talk in languages without spaces, in characters. */
const MAX_SMALL_TALK_LENGTH = 10;

type Test = (words: readonly string[], message: string) => Intent['kind'] | undefined;

/**
 * Detects a request for a person, a greeting or thanks; undefined for everything else. If words of several
 * languages match, the preferred one wins.
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

function spacedTest(list: IntentWords): Test {
  const verbs = { talk: oneOf(list.talk), want: oneOf(list.want) };
  const human = oneOf(list.human);
  const role = oneOf(list.role);
  const around = oneOf(list.around);
  const not = oneOf(list.not);
  const others = oneOf(list.others);
  const hello = consistsOf(list.hello);
  const thanks = consistsOf(list.thanks);

  /** Whether a verb and a person are close to each other, in the language's order, without negation. */
  function near(
    words: readonly string[],
    verb: (word: string) => boolean,
    person: (word: string) => boolean,
    anyOrder: boolean,
  ): boolean {
    return words.some((word, at) => {
      if (!person(word)) return false;
      const from = Math.max(0, at - MAX_DISTANCE);
      const to = anyOrder ? at + MAX_DISTANCE : at;
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

function unspacedTest(parts: { person: string; hello: string; thanks: string }): Test {
  const [person, hello, thanks] = [parts.person, parts.hello, parts.thanks].map((list) => list.split(', '));
  const says = (message: string, list: readonly string[] = []) => list.some((part) => message.includes(part));
  return (_words, message) => {
    if (says(message, person)) return 'person';
    if (message.length > MAX_SMALL_TALK_LENGTH) return undefined;
    if (says(message, hello)) return 'hello';
    return says(message, thanks) ? 'thanks' : undefined;
  };
}

/** Matches a word against a list; `*` at the end matches any ending. */
function oneOf(list: string): (word: string) => boolean {
  const words = list.split(/\s+/);
  const whole = new Set(words.filter((word) => !word.endsWith('*')));
  const starts = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  return (word) => whole.has(word) || starts.some((start) => word.startsWith(start));
}

/** Matches words that consist only of the list's phrases. */
function consistsOf(list: string): (words: readonly string[]) => boolean {
  const phrases = list.split(', ').map((phrase) => phrase.split(' '));
  const fits = (words: readonly string[], at: number): boolean =>
    at === words.length ||
    phrases.some(
      (phrase) => phrase.every((word, i) => word === words[at + i]) && fits(words, at + phrase.length),
    );
  return (words) => words.length > 0 && words.length <= 8 && fits(words, 0);
}

const TESTS: Record<Language, Test> = {
  en: spacedTest(INTENT_WORDS.en),
  de: spacedTest(INTENT_WORDS.de),
  fr: spacedTest(INTENT_WORDS.fr),
  es: spacedTest(INTENT_WORDS.es),
  pt: spacedTest(INTENT_WORDS.pt),
  it: spacedTest(INTENT_WORDS.it),
  nl: spacedTest(INTENT_WORDS.nl),
  pl: spacedTest(INTENT_WORDS.pl),
  tr: spacedTest(INTENT_WORDS.tr),
  ar: spacedTest(INTENT_WORDS.ar),
  he: spacedTest(INTENT_WORDS.he),
  hi: spacedTest(INTENT_WORDS.hi),
  ko: spacedTest(INTENT_WORDS.ko),
  ja: unspacedTest(INTENT_PARTS.ja),
  zh: unspacedTest(INTENT_PARTS.zh),
};
