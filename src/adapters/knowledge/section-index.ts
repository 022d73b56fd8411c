import { setImmediate as turn } from 'node:timers/promises';
import { fold } from '../../domain/folding.ts';
import { detectLanguage } from './language-detection.ts';
import type { Section } from './markdown-sections.ts';
import { MAX_PHRASE, synonymsByRoot, type Synonyms } from './synonyms.ts';
import { count, termIndex, type Lengths, type Postings, type TermIndex } from './term-index.ts';
import { vocabulary, type Vocabulary } from './vocabulary.ts';
import { wordForms, type WordForms } from './word-forms.ts';
import { joinedWordsOf, pairsOf, partsOf, wordsOf } from './words.ts';

/** The sections of one document. */
export interface Page {
  sections: readonly Section[];
  /** Words that the document declares to mean one thing, in groups. */
  synonyms?: readonly (readonly string[])[];
}

export interface IndexedSection extends Section {
  /** The number of its page. */
  page: number;
  language: string | undefined;
}

/** What a question is looked up in. */
export interface SectionIndex {
  sections: readonly IndexedSection[];
  lengths: Lengths;
  /** The languages of the documents. */
  forms: readonly WordForms[];
  /** By words as written, in lower case. */
  exact: TermIndex;
  /** By the roots of words, with their language: `de liefer`. */
  roots: TermIndex;
  /** By groups of declared synonyms. */
  synonymGroups: TermIndex;
  /** By neighboring characters of scripts without spaces. */
  pairs: TermIndex;
  /** The words of each folded form. */
  spellings: ReadonlyMap<string, readonly string[]>;
  /** The folded forms. */
  vocabulary: Vocabulary;
  /** The declared synonyms, in the word forms of each language of `forms`. */
  synonyms: readonly Synonyms[];
}

/** How often a word of a field counts. */
const FIELDS = [
  ['title', 4],
  ['path', 1.5],
  ['text', 1],
] as const;
/** How many sections are indexed before yielding to the event loop. */
const STRETCH = 20;

/** Indexes the sections of pages, with pauses for other work. */
export async function indexPages(pages: readonly Page[]): Promise<SectionIndex> {
  const terms = { exact: termIndex(), roots: termIndex(), synonymGroups: termIndex(), pairs: termIndex() };
  const sections: IndexedSection[] = [];
  const words: number[] = [];
  const languages = new Map<string | undefined, Lexicon>();
  const groups = pages.flatMap(({ synonyms = [] }) => synonyms);
  for (const [page, { sections: its }] of pages.entries()) {
    const language = languageOf(its);
    const lexicon = languages.get(language) ?? lexiconOf(await wordForms(language), groups, terms);
    languages.set(language, lexicon);
    for (const section of its) {
      words.push(addSection(section, sections.length, lexicon, terms));
      sections.push({ ...section, page, language });
      if (sections.length % STRETCH === 0) await turn();
    }
  }
  const spellings = Map.groupBy(terms.exact.terms(), fold);
  const total = words.reduce((sum, length) => sum + length, 0);
  return {
    sections,
    lengths: { words, average: Math.max(1, total / Math.max(1, words.length)) },
    forms: Array.from(languages.values(), ({ forms }) => forms),
    ...terms,
    spellings,
    vocabulary: vocabulary(Array.from(spellings.keys())),
    synonyms: Array.from(languages.values(), ({ synonyms }) => synonyms),
  };
}

type Terms = Pick<SectionIndex, 'exact' | 'roots' | 'synonymGroups' | 'pairs'>;

/** Where each word of a language is counted; computed once for a word. */
interface Lexicon {
  forms: WordForms;
  synonyms: Synonyms;
  entriesOf(word: string): readonly Entry[];
}
interface Entry {
  word: string;
  postings: readonly Postings[];
  beginsPhrase: boolean;
}

function lexiconOf(
  forms: WordForms,
  groups: readonly (readonly string[])[],
  { exact, roots, synonymGroups }: Terms,
): Lexicon {
  const entries = new Map<string, readonly Entry[]>();
  const synonyms = synonymsByRoot(groups, forms);
  const entry = (part: string): Entry => ({
    word: part,
    postings: [
      exact.open(part),
      roots.open(rootKey(forms, part)),
      ...synonyms.of(part).map((group) => synonymGroups.open(group)),
    ],
    beginsPhrase: synonyms.beginsPhrase(part),
  });
  return {
    forms,
    synonyms,
    entriesOf(word) {
      const before = entries.get(word);
      if (before) return before;
      const made = partsOf(word).map(entry);
      entries.set(word, made);
      return made;
    },
  };
}

/** The term of a word's root in a language. */
export function rootKey({ language = '', rootOf }: WordForms, word: string): string {
  return `${language} ${rootOf(word)}`;
}

/** Adds a section to the terms; returns its length in words. */
function addSection(section: Section, at: number, lexicon: Lexicon, terms: Terms): number {
  let length = 0;
  for (const [field, weight] of FIELDS) {
    const text = field === 'path' ? section.path.join('\n') : section[field];
    const add = (its: Postings) => {
      count(its, at, weight);
    };
    let last: readonly Entry[] = [];
    for (const entry of wordsOf(text).flatMap(lexicon.entriesOf)) {
      length++;
      entry.postings.forEach(add);
      last = [...last.slice(1 - MAX_PHRASE), entry];
      for (const group of phrasesEnding(last, lexicon)) add(terms.synonymGroups.open(group));
    }
    for (const word of joinedWordsOf(text)) {
      for (const { postings } of lexicon.entriesOf(word)) postings.forEach(add);
    }
    for (const pair of pairsOf(text, lexicon.forms.language)) add(terms.pairs.open(pair));
  }
  return length;
}

/** The groups of the synonyms of two or more words that end with the last one. */
function phrasesEnding(entries: readonly Entry[], { synonyms }: Lexicon): readonly string[] {
  return entries
    .slice(0, -1)
    .flatMap(({ beginsPhrase }, from) =>
      beginsPhrase ? synonyms.ofPhrase(entries.slice(from).map(({ word }) => word)) : [],
    );
}

/** A page has one language; its short sections alone would not tell. */
function languageOf(sections: readonly Section[]): string | undefined {
  const texts = sections.flatMap(({ title, path, text }) => [...path, title, text]);
  return detectLanguage(texts.join(' '));
}
