import { fold } from '../../domain/folding.ts';
import { abbreviationsIn } from './abbreviations.ts';
import { isStopWord } from './stop-words.ts';
import type { WordForms } from './word-forms.ts';
import { partsOf, wordsOf } from './words.ts';

/** Words and phrases that the documents use for one thing. */
export interface SynonymGroup {
  terms: readonly string[];
  /** `stated`: the documents say so. `likely`: a heading suggests it; enough to show, not to quote. */
  trust: 'stated' | 'likely';
}

/** The most words of a term. */
const MAX_TERM_WORDS = 5;
/** The most words of a term that is found in running text, where nothing marks its beginning. */
const MAX_FOUND_WORDS = 3;
/** The most groups of an index, and of one term, so that no document makes the others slow. */
export const MAX_GROUPS = 2000;
const MAX_GROUPS_OF_TERM = 16;

/** What introduces another name in running text, by language; where it follows the name: `genannt`. */
const CUES: Readonly<Record<string, readonly RegExp[]>> = {
  en: [/\balso (?:called|known as|named|referred to as)\b|\ba\.?k\.?a\b\.?/giu],
  de: [
    /\bauch (?:als )?(?=[^,.;:()\n]{2,40} (?:genannt|bekannt|bezeichnet)\b)/giu,
    /\bauch (?:bekannt|bezeichnet) als\b/giu,
  ],
  es: [/\btambi[eé]n (?:llamad[oa]s?|conocid[oa]s? como|denominad[oa]s?)(?!\p{L})/giu],
  fr: [/\baussi (?:appel[eé]e?s?|nomm[eé]e?s?|connue?s? (?:sous le nom de|comme))(?!\p{L})/giu],
  it: [/\banche (?:chiamat[oaie]|dett[oaie]|not[oaie] come|conosciut[oaie] come)(?!\p{L})/giu],
  pt: [/\btamb[eé]m (?:chamad[oa]s?|conhecid[oa]s? (?:como|por))(?!\p{L})/giu],
  nl: [
    /\book (?:wel )?(?=[^,.;:()\n]{2,40} genoemd\b)/giu,
    /\book (?:wel )?(?:bekend als|genoemd|geheten)(?!\p{L})/giu,
  ],
};
/** What ends a name: a sign, or the words of a cue that follow it. */
const END = /[,.;:()[\]{}!?"“”„«»\n–—]|\b(?:genannt|bekannt|bezeichnet|genoemd)\b/u;
const OR = new Set(['or', 'oder', 'o', 'u', 'ou', 'of']);

/** The synonyms that a text states: another name, or an abbreviation beside what it stands for. */
export function synonymsIn(text: string, language: string | undefined): SynonymGroup[] {
  const cues = language === undefined ? [] : (CUES[language] ?? []);
  const named = cues.flatMap((cue) =>
    Array.from(text.matchAll(cue)).flatMap(({ 0: its, index }) => {
      const before = termBefore(text.slice(Math.max(0, index - 80), index), language);
      const names = termsAfter(text.slice(index + its.length, index + its.length + 80), language);
      return before === undefined || names.length === 0 ? [] : [stated([before, ...names])];
    }),
  );
  return [...named, ...abbreviationsIn(text, language).map(stated)];
}

function stated(terms: readonly string[]): SynonymGroup {
  return { terms, trust: 'stated' };
}

/** The words just before a cue, back to a sign or a function word. */
function termBefore(text: string, language: string | undefined): string | undefined {
  const clause =
    text
      .replace(/[\s,(]+$/u, '')
      .split(END)
      .at(-1) ?? '';
  const words = clause.trim().split(/\s+/);
  while (isFunctionWord(words.at(-1), language)) words.pop();
  const from = words.findLastIndex((word) => isFunctionWord(word, language)) + 1;
  return term(words.slice(from), language);
}

/** The words just after a cue, up to a sign or a function word; another name may follow after "or". */
function termsAfter(text: string, language: string | undefined): string[] {
  const clause = text.trimStart().split(END)[0] ?? '';
  const names: string[][] = [[]];
  for (const word of clause.trim().split(/\s+/)) {
    const last = names.at(-1) ?? [];
    if (OR.has(fold(word)) && last.length > 0) names.push([]);
    else if (!isFunctionWord(word, language)) last.push(word);
    else if (last.length > 0) break;
  }
  return names.flatMap((words) => term(words, language) ?? []);
}

function isFunctionWord(word: string | undefined, language: string | undefined): boolean {
  return word !== undefined && isStopWord(fold(word), language);
}

function term(words: readonly string[], language: string | undefined): string | undefined {
  const text = words.join(' ').trim();
  const its = termWords(text);
  if (its.length === 0 || its.length > MAX_FOUND_WORDS) return undefined;
  return its.every((word) => /^\p{N}+$/u.test(word) || isFunctionWord(word, language)) ? undefined : text;
}

/** The two names of a heading such as `Versand / Shipping` or `Sattel (Saddle)`. */
export function namesInHeading(title: string): readonly [string, string] | undefined {
  const [, first = '', second = '', third] =
    /^([^/|()（）]{2,60})(?:[/|]([^/|()（）]{2,60})|[(（]([^/|()（）]{2,60})[)）])\s*$/u.exec(title) ?? [];
  const names = [first.trim(), (third ?? second).trim()] as const;
  return names.every((name) => {
    const { length } = termWords(name);
    return length > 0 && length <= MAX_FOUND_WORDS && !/\p{N}/u.test(name);
  })
    ? names
    : undefined;
}

/** Letters of scripts that different languages use. */
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Hangul', 'Han'].map(
  (script) => new RegExp(`\\p{scx=${script}}`, 'u'),
);

/** Whether two names are in different scripts, and so in two languages. */
export function differInScript([first, second]: readonly [string, string]): boolean {
  return !SCRIPTS.some((script) => script.test(first) && script.test(second));
}

/** The words of a term, as a text has them. */
export function termWords(text: string): string[] {
  return wordsOf(text.normalize('NFC')).flatMap(partsOf);
}

/** The concepts of synonyms, in the word forms of one language. */
export interface Synonyms {
  of(word: string): readonly string[];
  /** Of several words, joined by spaces. */
  ofPhrase(words: readonly string[]): readonly string[];
  /** Whether a phrase begins with a word. */
  beginsPhrase(word: string): boolean;
}

const NONE: readonly string[] = [];
/** Begins the name of a concept that is only likely. */
const LIKELY = '~';

/** Whether a concept is only likely to mean the same. */
export function isLikely(concept: string): boolean {
  return concept.startsWith(LIKELY);
}

/** Looks synonyms up by the roots of their words in one language. */
export function synonymsByRoot(groups: readonly SynonymGroup[], { rootOf }: WordForms): Synonyms {
  const concepts = new Map<string, string[]>();
  const firstRoots = new Set<string>();
  for (const [at, { terms, trust }] of groups.entries()) {
    for (const roots of terms.map((its) => termWords(its).map(rootOf))) {
      if (roots.length === 0 || roots.length > MAX_TERM_WORDS) continue;
      const key = roots.join(' ');
      const known = concepts.get(key) ?? [];
      if (known.length >= MAX_GROUPS_OF_TERM) continue;
      concepts.set(key, [...known, `${trust === 'likely' ? LIKELY : '='}${at}`]);
      if (roots.length > 1) firstRoots.add(roots[0] ?? '');
    }
  }
  return {
    of: (word) => (concepts.size === 0 ? NONE : (concepts.get(rootOf(word)) ?? NONE)),
    ofPhrase: (words) => concepts.get(words.map(rootOf).join(' ')) ?? NONE,
    beginsPhrase: (word) => firstRoots.size > 0 && firstRoots.has(rootOf(word)),
  };
}
