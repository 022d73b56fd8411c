import { setImmediate as turn } from 'node:timers/promises';
import { fold } from '../../domain/folding.ts';
import { endsQuantity, quantityOf, signedAmounts } from '../../domain/quantities.ts';
import { conceptsIn, MAX_PHRASE, MONEY, type Concepts } from './concepts.ts';
import { documentSynonyms, type ReadPage } from './document-synonyms.ts';
import { detectLanguage } from './language-detection.ts';
import type { Section } from './markdown-sections.ts';
import { quantityConcept, unitConcepts } from './quantity-concepts.ts';
import { isStopWord } from './stop-words.ts';
import { synonymsByRoot, type SynonymGroup, type Synonyms } from './synonyms.ts';
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
  /** The lengths of the titles. */
  titleLengths: Lengths;
  /** How many different content words each title has. */
  titleContent: readonly number[];
  /** The languages of the documents. */
  forms: readonly WordForms[];
  /** By words as written, in lower case. */
  exact: TermIndex;
  /** By the roots of words, with their language: `de liefer`. */
  roots: TermIndex;
  /** By concepts, synonyms of the documents, units and quantities. */
  concepts: TermIndex;
  /** By neighboring characters of scripts without spaces. */
  pairs: TermIndex;
  /** The words of each folded form. */
  spellings: ReadonlyMap<string, readonly string[]>;
  /** The folded forms. */
  vocabulary: Vocabulary;
  /** The synonyms of the documents, in the word forms of each language of `forms`. */
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
  const terms = { exact: termIndex(), roots: termIndex(), concepts: termIndex(), pairs: termIndex() };
  const sections: IndexedSection[] = [];
  const words: number[] = [];
  const titleWords: number[] = [];
  const titleContent: number[] = [];
  const languages = new Map<string | undefined, Lexicon>();
  const read = pages.map((page): ReadPage => ({ ...page, language: languageOf(page.sections) }));
  const groups = await documentSynonyms(read);
  for (const [page, { sections: its, language }] of read.entries()) {
    const lexicon = languages.get(language) ?? lexiconOf(await wordForms(language), groups, terms);
    languages.set(language, lexicon);
    for (const section of its) {
      titleWords.push(wordsOf(section.title).length);
      titleContent.push(contentOf(section.title, lexicon).size);
      words.push(addSection(section, sections.length, lexicon, terms));
      sections.push({ ...section, page, language });
      if (sections.length % STRETCH === 0) await turn();
    }
  }
  const spellings = new Map<string, string[]>();
  for (const word of terms.exact.terms()) {
    const folded = fold(word);
    const known = spellings.get(folded);
    if (known) known.push(word);
    else spellings.set(folded, [word]);
  }
  return {
    sections,
    lengths: lengthsOf(words),
    titleLengths: lengthsOf(titleWords),
    titleContent,
    forms: Array.from(languages.values(), ({ forms }) => forms),
    ...terms,
    spellings,
    vocabulary: vocabulary(Array.from(spellings.keys())),
    synonyms: Array.from(languages.values(), ({ synonyms }) => synonyms),
  };
}

function lengthsOf(words: readonly number[]): Lengths {
  const total = words.reduce((sum, length) => sum + length, 0);
  return { words, average: Math.max(1, total / Math.max(1, words.length)) };
}

type Terms = Pick<SectionIndex, 'exact' | 'roots' | 'concepts' | 'pairs'>;

/** Where each word of a language is counted; computed once for a word. */
interface Lexicon {
  forms: WordForms;
  concepts: Concepts;
  synonyms: Synonyms;
  entriesOf(word: string): readonly Entry[];
}
interface Entry {
  word: string;
  folded: string;
  postings: readonly Postings[];
  beginsPhrase: boolean;
  /** Whether a quantity can end with it. */
  isUnit: boolean;
  isStopWord: boolean;
}

function lexiconOf(
  forms: WordForms,
  groups: readonly SynonymGroup[],
  { exact, roots, concepts }: Terms,
): Lexicon {
  const entries = new Map<string, readonly Entry[]>();
  const { language } = forms;
  const known = conceptsIn(language);
  const synonyms = synonymsByRoot(groups, forms);
  const entry = (part: string): Entry => {
    const folded = fold(part);
    const meanings = [...known.of(folded), ...synonyms.of(part), ...unitConcepts(folded, language)];
    return {
      word: part,
      folded,
      postings: [
        exact.open(part),
        roots.open(rootKey(forms, part)),
        ...meanings.map((concept) => concepts.open(concept)),
      ],
      beginsPhrase: known.beginsPhrase(folded) || synonyms.beginsPhrase(part),
      isUnit: endsQuantity(folded, language),
      isStopWord: isStopWord(folded, language),
    };
  };
  return {
    forms,
    concepts: known,
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

/** The roots of the words that say what a text is about. */
function contentOf(text: string, { forms, entriesOf }: Lexicon): ReadonlySet<string> {
  const entries = wordsOf(text).flatMap(entriesOf);
  return new Set(entries.filter((it) => !it.isStopWord).map(({ word }) => forms.rootOf(word)));
}

/** The concepts of the phrases of two or more words that end with the last one, and of its quantity. */
function phraseConcepts(entries: readonly Entry[], { concepts, synonyms, forms }: Lexicon): string[] {
  const found: string[] = [];
  for (const [from, { beginsPhrase }] of entries.slice(0, -1).entries()) {
    if (!beginsPhrase) continue;
    const its = entries.slice(from);
    found.push(
      ...concepts.ofPhrase(its.map(({ folded }) => folded).join(' ')),
      ...synonyms.ofPhrase(its.map(({ word }) => word)),
    );
  }
  const words = entries.at(-1)?.isUnit === true ? entries.map(({ folded }) => folded) : [];
  for (let from = 0; from < words.length; from++) {
    const quantity = quantityOf(words.slice(from), forms.language);
    if (quantity) return [...found, quantityConcept(quantity)];
  }
  return found;
}

function mayEndPhrase(entries: readonly Entry[]): boolean {
  return entries.at(-1)?.isUnit === true || entries.some(({ beginsPhrase }) => beginsPhrase);
}

/** Adds a section to the terms; returns its length in words. */
function addSection(section: Section, at: number, lexicon: Lexicon, terms: Terms): number {
  let length = 0;
  for (const [field, weight] of FIELDS) {
    const text = textOf(section, field);
    const add = (its: Postings) => {
      count(its, at, weight);
      if (field === 'title') count(its.title, at, 1);
    };
    let last: readonly Entry[] = [];
    for (const word of wordsOf(text)) {
      for (const entry of lexicon.entriesOf(word)) {
        length++;
        last = [...last.slice(1 - MAX_PHRASE), entry];
        const phrases = mayEndPhrase(last) ? phraseConcepts(last, lexicon) : [];
        entry.postings.forEach(add);
        for (const concept of phrases) add(terms.concepts.open(concept));
      }
    }
    for (const word of joinedWordsOf(text)) {
      for (const { postings } of lexicon.entriesOf(word)) postings.forEach(add);
    }
    for (const pair of pairsOf(text, lexicon.forms.language)) count(terms.pairs.open(pair), at, weight);
    if (MONEY.test(text)) count(terms.concepts.open('price'), at, weight);
    for (const { quantity } of signedAmounts(text, lexicon.forms.language)) {
      count(terms.concepts.open(quantityConcept(quantity)), at, weight);
    }
  }
  return length;
}

function textOf(section: Section, field: 'title' | 'path' | 'text'): string {
  return field === 'path' ? section.path.join('\n') : section[field];
}

/** A page has one language; its short sections alone would not tell. */
function languageOf(sections: readonly Section[]): string | undefined {
  const texts = sections.flatMap(({ title, path, text }) => [...path, title, text]);
  return detectLanguage(texts.join(' '));
}
