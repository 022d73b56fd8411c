import { fold } from '../../lib/folding.ts';
import { detectLanguage } from './language-detection.ts';
import type { ParsedSection, Section } from './markdown-sections.ts';
import { namesOccasion } from './opening-hours.ts';
import type { Pause } from './search-queue.ts';
import { isStopWord } from './stop-words.ts';
import { MAX_PHRASE, synonymsByRoot, type Synonyms } from './synonyms.ts';
import { lengthNorms, termCounts, type TermCounts, type TermIndex } from './term-index.ts';
import { vocabulary, type Vocabulary } from './vocabulary.ts';
import { wordForms, type WordForms } from './word-forms.ts';
import { joinedWordsOf, pairsOf, partsOf, wordsOf } from './words.ts';

export interface Page {
  sections: readonly ParsedSection[];
  /** Groups of words that the document declares as synonyms. */
  synonyms?: readonly (readonly string[])[];
}

export interface IndexedSection extends Section {
  /** The number of its page. */
  page: number;
  language: string | undefined;
}

/** The index for looking up the words of a question. */
export interface SectionIndex {
  sections: readonly IndexedSection[];
  /** The BM25 length normalization of each section; see `lengthNorms`. */
  norms: Float64Array;
  /** The word forms of the documents' languages. */
  forms: readonly WordForms[];
  /** By words in lower case. */
  exact: TermIndex;
  /** By word roots, prefixed with the language: `de liefer`. */
  roots: TermIndex;
  /** By declared synonym groups. */
  synonymGroups: TermIndex;
  /** The numbers of sections whose title has only function words, by its folded words. */
  functionTitles: ReadonlyMap<string, readonly number[]>;
  /** 1 for each section whose headings name a holiday. */
  occasions: Uint8Array;
  /** By pairs of characters, for scripts without spaces. */
  pairs: TermIndex;
  /** The words that have a folded form. */
  spellings(folded: string): readonly string[];
  /** All folded forms. */
  vocabulary: Vocabulary;
  /** The declared synonyms, by root, for each language in `forms`. */
  synonyms: readonly Synonyms[];
}

/** The weight of a word in each field. */
const FIELDS = [
  ['title', 4],
  ['path', 1.5],
  ['text', 1],
] as const;
type Field = (typeof FIELDS)[number][0];

/** Languages that write compounds as one word. */
export const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'fi', 'hu']);

/** Indexes the sections of pages, in steps. */
export async function indexPages(pages: readonly Page[], pause: Pause): Promise<SectionIndex> {
  const terms = {
    exact: termCounts(),
    roots: termCounts(),
    synonymGroups: termCounts(),
    pairs: termCounts(),
  };
  const sections: IndexedSection[] = [];
  const words: number[] = [];
  const occasions: number[] = [];
  const functionTitles = new Map<string, number[]>();
  const languages = new Map<string | undefined, Lexicon>();
  const groups = pages.flatMap(({ synonyms = [] }) => synonyms);
  for (const [page, { sections: its }] of pages.entries()) {
    const language = languageOf(its);
    const lexicon = languages.get(language) ?? lexiconOf(await wordForms(language), groups, terms);
    languages.set(language, lexicon);
    for (const section of its) {
      words.push(addSection(section, sections.length, lexicon, terms));
      const { title, path, markdown, url, date } = section;
      occasions.push(Number(namesOccasion(fold([...path, title].join('\n')))));
      const functionTitle = functionTitleOf(title, language);
      if (functionTitle !== undefined) addTo(functionTitles, functionTitle, sections.length);
      const about = { ...(url !== undefined && { url }), ...(date !== undefined && { date }) };
      sections.push({ title, path, markdown, ...about, page, language });
      await pause();
    }
  }
  const forms = Array.from(languages.values(), (lexicon) => lexicon.forms);
  const exact = await terms.exact.finish(pause);
  return {
    sections,
    norms: lengthNorms(words),
    forms,
    exact,
    roots: await terms.roots.finish(pause),
    synonymGroups: await terms.synonymGroups.finish(pause),
    functionTitles,
    occasions: Uint8Array.from(occasions),
    pairs: await terms.pairs.finish(pause),
    ...(await foldedWords(exact, forms, pause)),
    synonyms: Array.from(languages.values(), ({ synonyms }) => synonyms),
  };
}

/** The folded words of a title that has only function words: "About us". */
function functionTitleOf(title: string, language: string | undefined): string | undefined {
  const words = wordsOf(title.normalize('NFC')).flatMap(partsOf).map(fold);
  const hasOnlyThese = words.length > 0 && words.every((word) => isStopWord(word, language));
  return hasOnlyThese ? words.join(' ') : undefined;
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** How many words are folded before yielding to the event loop. */
const WORDS_PER_STEP = 500;

/** The folded forms of words, with the words of each. */
async function foldedWords(exact: TermIndex, forms: readonly WordForms[], pause: Pause) {
  const hasCompounds = forms.some(({ language = '' }) => COMPOUNDING.has(language));
  const folded = vocabulary({ hasCompounds });
  /** Only forms that differ from their word. */
  const spelled = new Map<string, string[]>();
  let done = 0;
  for (const word of exact.terms()) {
    const form = fold(word);
    if (form === word) folded.add(word);
    else addTo(spelled, form, word);
    if (++done % WORDS_PER_STEP === 0) await pause();
  }
  for (const [form, words] of spelled) {
    if (exact.get(form)) words.unshift(form);
    else folded.add(form);
    if (++done % WORDS_PER_STEP === 0) await pause();
  }
  return {
    spellings: (form: string): readonly string[] => spelled.get(form) ?? [form],
    vocabulary: folded,
  };
}

interface Terms {
  exact: TermCounts;
  roots: TermCounts;
  synonymGroups: TermCounts;
  pairs: TermCounts;
}

interface Entry {
  word: string;
  /** The term numbers of the exact word. */
  exact: number;
  root: number;
  groups: readonly number[];
  beginsPhrase: boolean;
}

const NO_GROUPS: readonly number[] = [];

function lexiconOf(
  forms: WordForms,
  groups: readonly (readonly string[])[],
  { exact, roots, synonymGroups }: Terms,
) {
  const entries = new Map<string, readonly Entry[]>();
  const synonyms = synonymsByRoot(groups, forms);
  const entry = (part: string): Entry => {
    const its = synonyms.of(part);
    return {
      word: part,
      exact: exact.open(part),
      root: roots.open(rootKey(forms, part)),
      groups: its.length === 0 ? NO_GROUPS : its.map((group) => synonymGroups.open(group)),
      beginsPhrase: synonyms.beginsPhrase(part),
    };
  };
  return {
    forms,
    synonyms,
    entriesOf(word: string): readonly Entry[] {
      const before = entries.get(word);
      if (before) return before;
      const made = partsOf(word).map(entry);
      entries.set(word, made);
      return made;
    },
  };
}

/** Counts the words of a language; forms are computed once per word. */
type Lexicon = ReturnType<typeof lexiconOf>;

/** The term for a word's root in a language. */
export function rootKey({ language = '', rootOf }: WordForms, word: string): string {
  return `${language} ${rootOf(word)}`;
}

/** Adds a section to the terms. Returns its length in words. */
function addSection(section: ParsedSection, at: number, lexicon: Lexicon, terms: Terms): number {
  let length = 0;
  for (const [field, weight] of FIELDS) {
    length += addText(textOf(section, field), { at, weight }, lexicon, terms);
  }
  return length;
}

function textOf({ path, ...section }: ParsedSection, field: Field): string {
  return field === 'path' ? path.join('\n') : section[field];
}

/** Adds a text of a section to the terms. Returns its length in words. */
function addText(text: string, of: { at: number; weight: number }, lexicon: Lexicon, terms: Terms): number {
  const { at, weight } = of;
  let length = 0;
  const add = ({ exact, root, groups }: Entry) => {
    terms.exact.count(exact, at, weight);
    terms.roots.count(root, at, weight);
    for (const group of groups) terms.synonymGroups.count(group, at, weight);
  };
  let last: readonly Entry[] = [];
  for (const word of wordsOf(text)) {
    for (const entry of lexicon.entriesOf(word)) {
      length++;
      add(entry);
      last = phraseWith(last, entry);
      for (const group of phrasesEnding(last, lexicon)) {
        terms.synonymGroups.count(terms.synonymGroups.open(group), at, weight);
      }
    }
  }
  for (const word of joinedWordsOf(text)) lexicon.entriesOf(word).forEach(add);
  for (const pair of pairsOf(text, lexicon.forms.language)) {
    terms.pairs.count(terms.pairs.open(pair), at, weight);
  }
  return length;
}

const NO_ENTRIES: readonly Entry[] = [];

/** The last words, as far as a multi-word synonym could begin among them. */
function phraseWith(last: readonly Entry[], entry: Entry): readonly Entry[] {
  if (last.length === 0 && !entry.beginsPhrase) return NO_ENTRIES;
  return [...last.slice(1 - MAX_PHRASE), entry];
}

/** The groups of multi-word synonyms that end with the last word. */
function phrasesEnding(entries: readonly Entry[], { synonyms }: Lexicon): readonly string[] {
  return entries
    .slice(0, -1)
    .flatMap(({ beginsPhrase }, from) =>
      beginsPhrase ? synonyms.ofPhrase(entries.slice(from).map(({ word }) => word)) : [],
    );
}

/** The language of a page, because its sections can be too short to detect it. */
function languageOf(sections: readonly ParsedSection[]): string | undefined {
  const texts = sections.flatMap(({ title, path, text }) => [...path, title, text]);
  return detectLanguage(texts.join(' '));
}
