import { fold } from '../../lib/folding.ts';
import { isStopWord } from '../knowledge/stop-words.ts';
import { wordsOf } from '../knowledge/words.ts';
import { LANGUAGES, WORDS, type Language } from '../../languages/languages.ts';
import type { IntentParts, IntentWords } from '../../languages/words.ts';

interface Intent {
  kind: 'person' | 'hello' | 'thanks' | 'acknowledged';
  /** The language whose words matched. */
  language: Language;
}

/** The largest distance between verb and person, in words. */
const MAX_DISTANCE = 5;
/** The longest small talk in languages without spaces, in characters. */
const MAX_SMALL_TALK_LENGTH = 10;

type Test = (words: readonly string[], message: string) => Intent['kind'] | undefined;

/** A message of emoji; a question mark among them makes it a question. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f\s]+$/u;
const QUESTION_MARK = /[❓❔⁉]/u;

/**
 * Detects a request for a person and small talk; undefined for everything else. If words of several languages
 * match, the preferred one wins.
 */
export function intentOf(message: string, preferred?: Language): Intent | undefined {
  const folded = fold(message);
  if (EMOJI.test(message.trim()) && !QUESTION_MARK.test(message)) {
    return { kind: 'acknowledged', language: preferred ?? LANGUAGES[0] };
  }
  const words = splitWords(folded);
  const languages = preferred ? [preferred, ...LANGUAGES] : LANGUAGES;
  for (const language of languages) {
    const kind = TESTS.get(language)?.(words, folded);
    if (kind) return { kind, language };
  }
  return undefined;
}

function splitWords(folded: string): string[] {
  return wordsOf(folded).flatMap((word) => word.split(/['’]/));
}

/** Pronouns that begin a clause about the person before it, in all languages. */
const RELATIVE = /^\s*(?:who|that|which|der|die|das|den|dem|qui|que|quien|che|dat|ktor\p{L}*)\s/u;

/** The clauses of a message as words. A relative clause belongs to the one before it. */
function clausesOf(folded: string): string[][] {
  const clauses: string[] = [];
  for (const clause of folded.split(/[.!?;:,\n]+/)) {
    const before = clauses.pop();
    if (before !== undefined && RELATIVE.test(clause)) clauses.push(`${before} ${clause}`);
    else clauses.push(...(before === undefined ? [] : [before]), clause);
  }
  return clauses.map(splitWords);
}

function spacedTest(language: Language, list: IntentWords): Test {
  const verbs = { talk: oneOf(list.talk), want: oneOf(list.want) };
  const human = oneOf(list.human);
  const role = oneOf(list.role);
  const around = oneOf(list.around);
  const not = oneOf(list.not);
  const others = oneOf(list.others);
  const self = list.self === undefined ? undefined : oneOf(list.self);
  const hello = consistsOf(list.hello);
  const thanks = consistsOf(list.thanks);
  const acknowledged = consistsOf(`${list.acknowledged}, ${list.thanks}`);
  const isOfRequest = (word: string) =>
    [verbs.talk, verbs.want, human, role, around].some((isOne) => isOne(word)) || isStopWord(word, language);

  /**
   * Whether a clause is about a person instead of a request for one: "does someone speak German?", "a tent
   * for one person". It has other words, and the visitor is neither its subject nor who is helped.
   */
  function isAbout(words: readonly string[], at: number, verbAt: number, isTalk: boolean): boolean {
    if (self === undefined || (isTalk && verbAt < at)) return false;
    if (words.slice(isTalk ? 0 : at).some(self)) return false;
    return words.some((word) => !isOfRequest(word) && !self(word));
  }

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
        if (words.slice(Math.max(0, first - 3), last + 1).some(not)) return false;
        return !isAbout(words, at, verbAt, verb === verbs.talk);
      });
    });
  }

  const asks = (words: readonly string[]) =>
    near(words, verbs.talk, human, true) ||
    near(words, verbs.talk, role, list.verbLast ?? false) ||
    near(words, verbs.want, human, list.verbLast ?? false);

  return (words, message) => {
    if (hello(words)) return 'hello';
    if (thanks(words)) return 'thanks';
    if (acknowledged(words)) return 'acknowledged';
    if (words.some(others)) return undefined;
    const person = (word: string) => human(word) || role(word);
    const nothingElse =
      words.some(person) && words.length <= 5 && words.every((it) => person(it) || around(it));
    return nothingElse || clausesOf(message).some(asks) ? 'person' : undefined;
  };
}

function unspacedTest(parts: IntentParts): Test {
  const acknowledged = new Set(parts.acknowledged.split(', '));
  const [person, hello, thanks] = [parts.person, parts.hello, parts.thanks].map((list) => list.split(', '));
  const says = (message: string, list: readonly string[] = []) => list.some((part) => message.includes(part));
  return (words, message) => {
    if (says(message, person)) return 'person';
    if (message.length > MAX_SMALL_TALK_LENGTH) return undefined;
    if (acknowledged.has(words.join(''))) return 'acknowledged';
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

const TESTS: ReadonlyMap<Language, Test> = new Map(
  LANGUAGES.map((language) => {
    const { intents } = WORDS[language];
    return [language, 'person' in intents ? unspacedTest(intents) : spacedTest(language, intents)] as const;
  }),
);
