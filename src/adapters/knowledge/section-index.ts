import { setImmediate as turn } from 'node:timers/promises';
import { fold } from '../../domain/folding.ts';
import { conceptsIn, MAX_PHRASE, MONEY, type Concepts } from './concepts.ts';
import { detectLanguage } from './language-detection.ts';
import type { Section } from './markdown-sections.ts';
import { count, termIndex, type Lengths, type Postings, type TermIndex } from './term-index.ts';
import { vocabulary, type Vocabulary } from './vocabulary.ts';
import { wordForms, type WordForms } from './word-forms.ts';
import { pairsOf, partsOf, wordsOf } from './words.ts';

/** The sections of one document. */
export interface Page {
  sections: readonly Section[];
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
  /** The languages of the documents. */
  forms: readonly WordForms[];
  /** By words as written, in lower case. */
  exact: TermIndex;
  /** By the roots of words, with their language: `de liefer`. */
  roots: TermIndex;
  concepts: TermIndex;
  /** By neighboring characters of scripts without spaces. */
  pairs: TermIndex;
  /** The words of each folded form. */
  spellings: ReadonlyMap<string, readonly string[]>;
  /** The folded forms. */
  vocabulary: Vocabulary;
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
  const languages = new Map<string | undefined, Lexicon>();
  for (const [page, { sections: its }] of pages.entries()) {
    const language = languageOf(its);
    const lexicon = languages.get(language) ?? lexiconOf(await wordForms(language), terms);
    languages.set(language, lexicon);
    for (const section of its) {
      titleWords.push(wordsOf(section.title).length);
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
    forms: Array.from(languages.values(), ({ forms }) => forms),
    ...terms,
    spellings,
    vocabulary: vocabulary(Array.from(spellings.keys())),
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
  entriesOf(word: string): readonly Entry[];
}
interface Entry {
  folded: string;
  postings: readonly Postings[];
  beginsPhrase: boolean;
}

function lexiconOf(forms: WordForms, { exact, roots, concepts }: Terms): Lexicon {
  const entries = new Map<string, readonly Entry[]>();
  const known = conceptsIn(forms.language);
  const entry = (part: string): Entry => {
    const folded = fold(part);
    return {
      folded,
      postings: [
        exact.open(part),
        roots.open(rootKey(forms, part)),
        ...known.of(folded).map((concept) => concepts.open(concept)),
      ],
      beginsPhrase: known.beginsPhrase(folded),
    };
  };
  return {
    forms,
    concepts: known,
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

/** The phrases of two or more words that end with the last one. */
function phrasesEnding(entries: readonly Entry[]): string[] {
  return entries.slice(0, -1).flatMap(({ beginsPhrase }, from) =>
    beginsPhrase
      ? entries
          .slice(from)
          .map(({ folded }) => folded)
          .join(' ')
      : [],
  );
}

/** Adds a section to the terms; returns its length in words. */
function addSection(section: Section, at: number, lexicon: Lexicon, terms: Terms): number {
  let length = 0;
  for (const [field, weight] of FIELDS) {
    const text = textOf(section, field);
    let before: readonly Entry[] = [];
    for (const word of wordsOf(text)) {
      for (const entry of lexicon.entriesOf(word)) {
        length++;
        const phrases = phrasesEnding([...before, entry]).flatMap((phrase) =>
          lexicon.concepts.ofPhrase(phrase),
        );
        for (const its of [...entry.postings, ...phrases.map((concept) => terms.concepts.open(concept))]) {
          count(its, at, weight);
          if (field === 'title') count(its.title, at, 1);
        }
        before = [...before, entry].slice(1 - MAX_PHRASE);
      }
    }
    for (const pair of pairsOf(text, lexicon.forms.language)) count(terms.pairs.open(pair), at, weight);
    if (MONEY.test(text)) count(terms.concepts.open('price'), at, weight);
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
