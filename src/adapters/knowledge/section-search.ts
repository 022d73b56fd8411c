import { lruCache } from '../../domain/caching.ts';
import { askedWords, type AskedQuestion, type AskedWord } from './asked-words.ts';
import { evidenceOf } from './evidence.ts';
import { indexPages, type IndexedSection, type Page, type SectionIndex } from './section-index.ts';
import { rarity, scoreTerm } from './term-index.ts';

/** A section and the evidence that it answers a question. */
export interface RankedSection {
  section: IndexedSection;
  /** Relevance, without a unit; comparable within one search only. */
  score: number;
  /** The share of what the question is about that the section has, 0 to 1. */
  fit: number;
}

/** A word of a question that says what it is about. */
export interface ContentWord {
  word: string;
  /** Whether any section has it in some form. */
  isKnown: boolean;
}

/** The evidence for a question. */
export interface Ranking {
  /** Best first. */
  sections: readonly RankedSection[];
  language: string | undefined;
  /** All words of the question. */
  words: readonly AskedWord[];
  content: readonly ContentWord[];
}

/** Ranks the sections that share words with a question. */
export type SectionSearch = (question: string, locale?: string) => Ranking;

/** How much function words, and pairs of characters, count beside a content word. */
const FUNCTION_WORD = 0.05;
const PAIR = 0.3;

/**
 * How many ranked sections are kept of earlier questions together, about 300 bytes each: each turn of a
 * conversation searches for the questions before it again.
 */
const MAX_KEPT = 20_000;
/** How many earlier questions are kept at most: each may be as long as a message. */
const MAX_QUESTIONS = 1_000;

/** A search over pages that do not change, with their sections and the word forms of their languages. */
export async function sectionSearch(
  pages: readonly Page[],
): Promise<Pick<SectionIndex, 'sections' | 'forms'> & { search: SectionSearch }> {
  const index = await indexPages(pages);
  const { sections, forms, synonyms } = index;
  const languages = forms.flatMap(({ language }) => language ?? []);
  const kept = lruCache<Ranking>(Math.min(MAX_QUESTIONS, Math.ceil(MAX_KEPT / Math.max(1, sections.length))));
  return {
    sections,
    forms,
    search: (question, locale) =>
      kept(`${locale ?? ''} ${question}`, () =>
        rank(index, askedWords(question, { languages, synonyms }, locale)),
      ),
  };
}

/** What speaks for a section so far. */
interface Sum {
  score: number;
  /** The weights of the content words that it has. */
  fit: number;
}

function rank(index: SectionIndex, asked: AskedQuestion): Ranking {
  const sums = new Map<number, Sum>();
  const sumOf = (section: number): Sum => {
    const sum = sums.get(section) ?? { score: 0, fit: 0 };
    sums.set(section, sum);
    return sum;
  };
  const content: ContentWord[] = [];
  let total = 0;
  for (const word of asked.words) {
    const evidence = evidenceOf(index, word, asked.language);
    const share = isFunctionWord(word) ? FUNCTION_WORD : 1;
    const weight = word.isContent ? importance(evidence.size, index.sections.length) : 0;
    for (const [section, { score, quality }] of evidence) {
      const sum = sumOf(section);
      sum.score += score * share;
      sum.fit += weight * quality;
    }
    if (!word.isContent) continue;
    total += weight;
    content.push({ word: word.folded, isKnown: evidence.size > 0 });
  }
  for (const pair of asked.pairs) {
    const postings = index.pairs.get(pair);
    if (!postings) continue;
    const rare = rarity(postings.sections.length, index.sections.length);
    scoreTerm(postings, rare, index.lengths, (section, score) => {
      sumOf(section).score += score * PAIR;
    });
  }
  const sections = Array.from(sums).flatMap(([at, { score, fit }]): RankedSection[] => {
    const section = index.sections[at];
    return section ? [{ section, score, fit: total === 0 ? 0 : Math.min(1, fit / total) }] : [];
  });
  return {
    sections: sections.sort((a, b) => b.score - a.score),
    language: asked.language,
    words: asked.words,
    content,
  };
}

/** A function word only helps to choose; a synonym of several words counts in full. */
function isFunctionWord({ isContent, exact }: AskedWord): boolean {
  return !isContent && exact !== '';
}

/** The weight of a word in the fit: rare and unknown words count up to twice as much as frequent ones. */
function importance(frequency: number, count: number): number {
  return 0.5 + (0.5 * rarity(Math.max(1, frequency), count)) / rarity(1, count);
}
