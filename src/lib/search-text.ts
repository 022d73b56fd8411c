import { fold } from './folding.ts';
import { searchedText } from './unseen-characters.ts';

/**
 * Scripts without spaces between words (Chinese, Japanese, Thai …) or with attached endings (Korean). Runs of
 * them are matched by substring, all other words by prefix.
 */
const RUN = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]`;
/** The voiced sound marks of half-width katakana are separate letters. */
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
/** Characters that `fold` removes; they do not separate words. */
const IGNORED = String.raw`\p{Default_Ignorable_Code_Point}`;
const PART = new RegExp(
  `(?<run>(?:${RUN}[${MARK}${IGNORED}]*)+)|(?:[[\\p{L}\\p{N}\\p{M}\\p{Co}${IGNORED}]--${RUN}])+`,
  'gv',
);
const CHARACTER = new RegExp(`.${MARK}*`, 'gsv');
/** The fast path for ASCII: one spelling per word, one code unit per character. */
const PLAIN_TEXT = /^[\0-\x7f]*$/;
const PLAIN_WORDS = /[a-z0-9]+/gi;
const PLAIN_WORD = /^[a-z0-9]+$/i;

/** Maximum length of a word in a comparison, in UTF-16 code units; one character may unfold to eighteen. */
const MAX_WORD_LENGTH = 100;
/** A word of at least this length also matches longer words that start with it. */
const MIN_PREFIX = 3;
/** Lengths of the indexed prefixes; a longer query uses the longest of them. */
const PREFIXES = [MIN_PREFIX, 4, 6, 9];
/** Maximum number of words in a query: one for each of its 200 characters. */
const MAX_QUERY_PARTS = 200;
/** Maximum number of index lookups; the other words are checked in the text. */
const MAX_LOOKUPS = 12;

/** The start and the end of a match, in UTF-16 code units. */
export type Match = [start: number, end: number];

interface Word {
  kind: 'word';
  /** Its folded spellings. */
  forms: string[];
  start: number;
  end: number;
}
interface Run {
  kind: 'run';
  folded: string;
  /** For each code unit of `folded`, the start and end of its character in the text. */
  at: Match[];
}

/** A parsed search. */
export interface TextQuery {
  parts: readonly (Pick<Word, 'kind' | 'forms'> | Pick<Run, 'kind' | 'folded'>)[];
  /** Groups of index terms: a message must have one term of each group. Without groups nothing matches. */
  lookups: readonly (readonly string[])[];
}

function partsOf(text: string): (Word | Run)[] {
  if (PLAIN_TEXT.test(text)) {
    return Array.from(text.matchAll(PLAIN_WORDS), ({ 0: word, index }) => wordAt(word, index));
  }
  return Array.from(text.matchAll(PART), ({ 0: part, index, groups }) =>
    groups?.['run'] === undefined ? wordAt(part, index) : runAt(part, index),
  ).filter((part) => part.kind === 'run' || part.forms[0] !== '');
}

/** The word with its folded spellings: with umlauts also the spelling without them (`Größe`, `groesse`). */
function wordAt(word: string, start: number): Word {
  const text = searchedText(word).slice(0, MAX_WORD_LENGTH);
  const end = start + word.length;
  if (PLAIN_WORD.test(text)) return { kind: 'word', forms: [text.toLowerCase()], start, end };
  const forms = [fold(text)];
  const composed = text.normalize('NFC').toLowerCase();
  if (/[äöü]/.test(composed)) forms.push(fold(composed.replaceAll(/[äöü]/g, (vowel) => `${vowel}e`)));
  return { kind: 'word', forms, start, end };
}

function runAt(run: string, start: number): Run {
  const at: Match[] = [];
  let folded = '';
  for (const { 0: character, index } of run.matchAll(CHARACTER)) {
    const piece = fold(character);
    folded += piece;
    for (let n = 0; n < piece.length; n++) at.push([start + index, start + index + character.length]);
  }
  return { kind: 'run', folded, at };
}

/** The characters of a folded word; an ASCII word is used as its own list. */
type Characters = string | readonly string[];

function charactersOf(form: string): Characters {
  return PLAIN_WORD.test(form) ? form : Array.from(form);
}

/** Encodes an index term as letters and a final digit, which text analyzers do not split, stem or drop. */
function termOf(characters: Characters): string {
  if (typeof characters === 'string') return `${characters}0`;
  const codes = characters.map((it) => (/[a-z0-9]/.test(it) ? it : (it.codePointAt(0) ?? 0).toString(16)));
  return `${codes.join('')}0`;
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((second, n) => termOf([characters[n] ?? '', second]));
}

/** The index terms of a text, without duplicates, separated by spaces; only ASCII letters and digits. */
export function indexTerms(text: string): string {
  const terms = new Set<string>();
  for (const part of partsOf(text)) {
    if (part.kind === 'run') {
      const characters = Array.from(part.folded);
      for (const one of characters) terms.add(termOf([one]));
      for (const pair of pairsOf(characters)) terms.add(pair);
      continue;
    }
    for (const form of part.forms) {
      const characters = charactersOf(form);
      if (characters.length < MIN_PREFIX) terms.add(termOf(characters));
      for (const length of PREFIXES) {
        if (length <= characters.length) terms.add(termOf(characters.slice(0, length)));
      }
    }
  }
  return Array.from(terms).join(' ');
}

/** Parses a search; the input has no query syntax. */
export function textQuery(text: string): TextQuery {
  const found = new Map<string, Word | Run>();
  for (const part of partsOf(text)) found.set(part.kind === 'run' ? part.folded : part.forms.join(' '), part);
  const longestFirst = [...found].sort(([a], [b]) => b.length - a.length).slice(0, MAX_QUERY_PARTS);
  const parts = longestFirst.map(([, part]) => part);
  const groups = parts.flatMap((part) => {
    if (part.kind === 'word') {
      return [Array.from(new Set(part.forms.map(lookupOf)))];
    }
    const characters = Array.from(part.folded);
    return (characters.length > 1 ? pairsOf(characters) : [termOf(characters)]).map((term) => [term]);
  });
  const different = new Map(groups.map((group) => [group.join(' '), group]));
  return { parts, lookups: Array.from(different.values()).slice(0, MAX_LOOKUPS) };
}

function lookupOf(form: string): string {
  const characters = charactersOf(form);
  const length = PREFIXES.findLast((prefix) => prefix <= characters.length);
  return termOf(characters.slice(0, length));
}

/**
 * The ranges of a text that match a search, in order and without overlaps; undefined if a word is missing.
 */
export function matchesIn(text: string, { parts: wanted }: TextQuery): Match[] | undefined {
  const { words, runs } = groupsOf(text);
  const matches: Match[] = [];
  for (const want of wanted) {
    const found = want.kind === 'word' ? wordMatches(words, want.forms) : runMatches(runs, want.folded);
    if (found.length === 0) return undefined;
    matches.push(...found);
  }
  return merge(matches.sort(([a], [b]) => a - b));
}

/** Groups equal words and runs of a text, so that each is compared once. */
function groupsOf(text: string): { words: Map<string, Match[]>; runs: Map<string, Run[]> } {
  const words = new Map<string, Match[]>();
  const runs = new Map<string, Run[]>();
  for (const part of partsOf(text)) {
    if (part.kind === 'run') addTo(runs, part.folded, part);
    else for (const form of part.forms) addTo(words, form, [part.start, part.end]);
  }
  return { words, runs };
}

function addTo<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}

function wordMatches(words: ReadonlyMap<string, Match[]>, forms: readonly string[]): Match[] {
  return forms.flatMap((wanted) => {
    if (!isPrefix(wanted)) return words.get(wanted) ?? [];
    const found: Match[] = [];
    for (const [form, matches] of words) if (form.startsWith(wanted)) found.push(...matches);
    return found;
  });
}

function runMatches(runs: ReadonlyMap<string, readonly Run[]>, wanted: string): Match[] {
  const found: Match[] = [];
  for (const [folded, group] of runs) {
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
      for (const run of group) {
        const [start] = run.at[at] ?? [0];
        const [, end] = run.at[at + wanted.length - 1] ?? [0, 0];
        found.push([start, end]);
      }
    }
  }
  return found;
}

function isPrefix(wanted: string): boolean {
  return wanted.length >= MIN_PREFIX;
}

function merge(matches: readonly Match[]): Match[] {
  const result: Match[] = [];
  for (const [start, end] of matches) {
    const last = result.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
