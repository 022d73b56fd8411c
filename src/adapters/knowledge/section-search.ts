import { lruCache } from '../../domain/caching.ts';
import { askedWords, type AskedQuestion, type AskedWord } from './asked-words.ts';
import { asking } from './concepts.ts';
import { ABOUT, evidenceOf, QUALITY } from './evidence.ts';
import { indexPages, type IndexedSection, type Page, type SectionIndex } from './section-index.ts';
import { rarity, scoreTerm, weightsOf } from './term-index.ts';

/** A section and the evidence that it answers a question. */
export interface RankedSection {
  section: IndexedSection;
  /** Relevance, without a unit; comparable within one search only. */
  score: number;
  /** The share of what the question is about that the section has, 0 to 1. */
  fit: number;
  /** The content words that the section is about, by their position in `content`. */
  about: ReadonlySet<number>;
  /**
   * Whether it has more of the question than a concept: one of its content words itself, or a fact of each
   * kind that is asked for.
   */
  isSpecific: boolean;
  /** Whether its title has forms of all content words of the question and no other content words. */
  isNamed: boolean;
}

/** A word of a question that says what it is about. */
export interface ContentWord {
  word: string;
  /** Whether any section is about it. */
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
  /** Whether it asks for a kind of fact, such as a time or a price. */
  asksForFact: boolean;
}

/** Ranks the sections that share words with a question. */
export type SectionSearch = (question: string, locale?: string) => Ranking;

/** How much function words, and pairs of characters, count beside a content word. */
const FUNCTION_WORD = 0.2;
const PAIR = 0.3;
/** How much more a section in the language of the question counts. */
const SAME_LANGUAGE = 1.3;
/** The share of the score of the best other section of a page that each of its sections gets. */
const PAGE_SHARE = 0.1;

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
): Promise<Pick<SectionIndex, 'sections' | 'forms' | 'synonyms'> & { search: SectionSearch }> {
  const index = await indexPages(pages);
  const languages = index.forms.flatMap(({ language }) => language ?? []);
  const { sections, forms, synonyms, concepts } = index;
  const kept = lruCache<Ranking>(Math.min(MAX_QUESTIONS, Math.ceil(MAX_KEPT / Math.max(1, sections.length))));
  const knows = (concept: string) => concepts.get(concept) !== undefined;
  return {
    sections,
    forms,
    synonyms,
    search: (question, locale) =>
      kept(`${locale ?? ''} ${question}`, () =>
        rank(index, askedWords(question, { languages, synonyms, knows }, locale)),
      ),
  };
}

interface Sum {
  score: number;
  fit: number;
  about: Set<number>;
  hasOwnWord: boolean;
  inTitle: number;
}

function rank(index: SectionIndex, asked: AskedQuestion): Ranking {
  const sums = new Map<number, Sum>();
  const sumOf = (section: number): Sum => {
    const sum = sums.get(section) ?? { score: 0, fit: 0, about: new Set(), hasOwnWord: false, inTitle: 0 };
    sums.set(section, sum);
    return sum;
  };
  const content: ContentWord[] = [];
  let total = 0;
  for (const word of asked.words) {
    const evidence = evidenceOf(index, word, asked.language);
    const weight = importance(evidence.size, index.sections.length);
    const share = isFunctionWord(word) ? FUNCTION_WORD : 1;
    let isKnown = false;
    for (const [section, { score, quality, isInTitle }] of evidence) {
      const sum = sumOf(section);
      sum.score += score * share;
      if (!word.isContent) continue;
      sum.fit += weight * quality;
      sum.hasOwnWord ||= quality === QUALITY.form;
      if (isInTitle) sum.inTitle++;
      if (quality < ABOUT) continue;
      sum.about.add(content.length);
      isKnown = true;
    }
    if (!word.isContent) continue;
    total += weight;
    content.push({ word: word.folded, isKnown });
  }
  for (const pair of asked.pairs) {
    const postings = index.pairs.get(pair);
    if (!postings) continue;
    const rare = rarity(postings.sections.length, index.sections.length);
    scoreTerm(postings, rare, index.lengths, (section, score) => {
      sumOf(section).score += score * PAIR;
    });
  }
  const facts = asked.words.flatMap(({ fact }) => (fact === undefined ? [] : [sectionsStating(index, fact)]));
  const ranked = Array.from(sums).flatMap(
    ([at, { score, fit, about, hasOwnWord, inTitle }]): RankedSection[] => {
      const section = index.sections[at];
      if (!section) return [];
      const isSame = asked.language !== undefined && section.language === asked.language;
      const share = total === 0 ? 0 : fit / total;
      const isSpecific = hasOwnWord || facts.every((having) => having.has(at));
      const isNamed = inTitle === content.length && index.titleContent[at] === inTitle;
      return [
        { section, score: isSame ? score * SAME_LANGUAGE : score, fit: share, about, isSpecific, isNamed },
      ];
    },
  );
  return {
    sections: withPages(ranked).sort((a, b) => b.score - a.score),
    language: asked.language,
    words: asked.words,
    content,
    asksForFact: facts.length > 0,
  };
}

/** The sections that state a fact: they have its concept more often than they ask for it. */
function sectionsStating({ concepts }: SectionIndex, fact: string): ReadonlySet<number> {
  const stated = concepts.get(fact);
  const asked = weightsOf(concepts.get(asking(fact)));
  return new Set(
    stated?.sections.filter((at, position) => (stated.weights[position] ?? 0) > (asked.get(at) ?? 0)),
  );
}

/** A function word only helps to choose; a phrase that asks for a fact counts in full. */
function isFunctionWord({ isContent, exact }: AskedWord): boolean {
  return !isContent && exact !== '';
}

/** The weight of a word in the fit: rare and unknown words count up to twice as much as frequent ones. */
function importance(frequency: number, count: number): number {
  return 0.5 + (0.5 * rarity(Math.max(1, frequency), count)) / rarity(1, count);
}

/**
 * Adds to each section a share of the best other section of its page: several hits on a page support each
 * other.
 */
function withPages(ranked: readonly RankedSection[]): RankedSection[] {
  const best = new Map<number, [first: number, second: number]>();
  for (const { section, score } of ranked) {
    const [first, second] = best.get(section.page) ?? [0, 0];
    best.set(section.page, score > first ? [score, first] : [first, Math.max(second, score)]);
  }
  return ranked.map((it) => {
    const [first, second] = best.get(it.section.page) ?? [0, 0];
    return { ...it, score: it.score + PAGE_SHARE * (it.score === first ? second : first) };
  });
}
