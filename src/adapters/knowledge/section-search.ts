import { lruCache } from '../../lib/caching.ts';
import { parseQuery, type ParsedQuery, type QueryTerm } from './query-terms.ts';
import { evidenceIn, type FindEvidence } from './evidence.ts';
import { yieldBetweenSteps, type Pause } from './search-queue.ts';
import { indexPages, type IndexedSection, type Page, type SectionIndex } from './section-index.ts';
import { rarity, scoresOf } from './term-index.ts';

/** A section with its score for a question. */
export interface RankedSection {
  section: IndexedSection;
  /** Relevance, without a unit; comparable within one search only. */
  score: number;
  /** The weighted share of the question's content words that the section contains, 0 to 1. */
  fit: number;
  /** The number of the question's content words that the section contains. */
  matched: number;
  /** Their weights by rarity, summed: a word that only this section has counts 1. */
  evidence: number;
}

interface ContentWord {
  word: string;
  /** Whether any section contains it in some form. */
  isKnown: boolean;
}

/** The ranked sections for a question. */
export interface Ranking {
  /** Best first. */
  sections: readonly RankedSection[];
  language: string | undefined;
  /** All words of the question. */
  words: readonly QueryTerm[];
  content: readonly ContentWord[];
}

/** Ranks the sections that share words with a question. */
export type SectionSearch = (question: string, locale?: string) => Ranking;

/** The weights of function words and of character pairs, relative to a content word. */
const FUNCTION_WORD = 0.05;
const PAIR = 0.3;
/** The weight of a section about a holiday that the question does not name. */
const OCCASION = 0.5;
/** The longest title of function words, in words. */
const MAX_TITLE = 8;

/** The most sections in a ranking. */
const MAX_RANKED = 300;

/**
 * The most ranked sections in the cache of earlier questions, at about 300 bytes each. Every turn of a
 * conversation searches for its earlier questions again.
 */
const MAX_CACHED_SECTIONS = 20_000;
/** The most cached questions. Each can be as long as a message. */
const MAX_QUESTIONS = 1_000;

/** A search over a fixed set of pages, with its sections and word forms. */
export async function sectionSearch(
  pages: readonly Page[],
  pause: Pause = yieldBetweenSteps(),
): Promise<Pick<SectionIndex, 'sections' | 'forms'> & { search: SectionSearch }> {
  const index = await indexPages(pages, pause);
  const { sections, forms, synonyms } = index;
  const rank = ranker(index, evidenceIn(index));
  const languages = forms.flatMap(({ language }) => language ?? []);
  const most = Math.max(1, Math.min(MAX_RANKED, sections.length));
  const kept = lruCache<Ranking>(Math.min(MAX_QUESTIONS, Math.ceil(MAX_CACHED_SECTIONS / most)));
  return {
    sections,
    forms,
    search: (question, locale) =>
      kept(`${locale ?? ''} ${question}`, () => rank(parseQuery(question, { languages, synonyms }, locale))),
  };
}

function ranker(index: SectionIndex, evidenceOf: FindEvidence): (asked: ParsedQuery) => Ranking {
  const count = index.sections.length;
  const ofPair = new Float64Array(count);

  /** Function words match no section, but they influence the order of the best. */
  function addFunctionWords(asked: ParsedQuery, ranked: readonly number[], scores: Float64Array): void {
    if (ranked.length === 0) return;
    const only = new Uint8Array(count);
    for (const section of ranked) only[section] = 1;
    for (const word of asked.words.filter(({ isContent }) => !isContent)) {
      const { sections, scores: its } = evidenceOf(word, asked.language, only);
      for (const section of sections) {
        scores[section] = (scores[section] ?? 0) + (its[section] ?? 0) * FUNCTION_WORD;
      }
    }
  }

  /** Sections about a holiday come after regular ones, unless the question names one. */
  function weakenOccasions(asked: ParsedQuery, found: readonly number[], scores: Float64Array): void {
    if (asked.namesOccasion) return;
    for (const section of found) {
      if (index.occasions[section] === 1) scores[section] = (scores[section] ?? 0) * OCCASION;
    }
  }

  return (asked) => {
    /** The scores of each section so far, and the matched weight of content words. */
    const scores = new Float64Array(count);
    const fits = new Float64Array(count);
    const evidence = new Float64Array(count);
    const matched = new Uint16Array(count);
    const found: number[] = [];
    const add = (section: number, score: number) => {
      if (scores[section] === 0) found.push(section);
      scores[section] = (scores[section] ?? 0) + score;
    };
    const content: ContentWord[] = [];
    let total = 0;
    for (const word of asked.words.filter(({ isContent }) => isContent)) {
      const { sections, scores: its, qualities } = evidenceOf(word, asked.language);
      const rare = relativeRarity(sections.length, count);
      const weight = importance(rare);
      for (const section of sections) {
        add(section, its[section] ?? 0);
        const quality = qualities[section] ?? 0;
        fits[section] = (fits[section] ?? 0) + weight * quality;
        evidence[section] = (evidence[section] ?? 0) + rare * quality;
        matched[section] = (matched[section] ?? 0) + 1;
      }
      total += weight;
      content.push({ word: word.folded, isKnown: sections.length > 0 });
    }
    for (const pair of asked.pairs) {
      const postings = index.pairs.get(pair);
      if (!postings) continue;
      const rare = rarity(postings.sections.length, count);
      scoresOf(postings, rare, index.norms, ofPair);
      for (const [at, section] of postings.sections.entries()) add(section, (ofPair[at] ?? 0) * PAIR);
    }
    const { title, sections: titled } = content.length === 0 ? functionTitleIn(asked, index) : NO_TITLE;
    if (titled.length > 0) {
      content.push({ word: title, isKnown: true });
      total = 1;
    }
    for (const section of titled) {
      add(section, 1);
      fits[section] = evidence[section] = matched[section] = 1;
    }
    weakenOccasions(asked, found, scores);
    const figuresOf = (at: number) => ({
      score: scores[at] ?? 0,
      matched: matched[at] ?? 0,
      evidence: evidence[at] ?? 0,
    });
    const ranked = best(found, scores);
    addFunctionWords(asked, ranked, scores);
    const sections = best(ranked, scores).flatMap((at): RankedSection[] => {
      const section = index.sections[at];
      const fit = total === 0 ? 0 : Math.min(1, (fits[at] ?? 0) / total);
      return section ? [{ section, fit, ...figuresOf(at) }] : [];
    });
    return { sections, language: asked.language, words: asked.words, content };
  };
}

interface TitledSections {
  title: string;
  sections: readonly number[];
}
const NO_TITLE: TitledSections = { title: '', sections: [] };

/** The sections whose title of function words is in a question without content words. */
function functionTitleIn({ words }: ParsedQuery, { functionTitles }: SectionIndex): TitledSections {
  const said = words.map(({ folded }) => folded);
  for (let length = Math.min(said.length, MAX_TITLE); length > 0; length--) {
    // One word is a title only if it is the whole question.
    if (length === 1 && said.length > 1) break;
    for (let from = 0; from + length <= said.length; from++) {
      const title = said.slice(from, from + length).join(' ');
      const sections = functionTitles.get(title);
      if (sections) return { title, sections };
    }
  }
  return NO_TITLE;
}

/** The sections with the highest scores, best first. Ties keep the order of the documents. */
function best(found: readonly number[], scores: Float64Array): number[] {
  const scoreOf = (section: number) => scores[section] ?? 0;
  let least = 0;
  if (found.length > MAX_RANKED) {
    const all = new Float64Array(found.length);
    for (const [at, section] of found.entries()) all[at] = scoreOf(section);
    least = all.sort().at(-MAX_RANKED) ?? 0;
  }
  return found
    .filter((section) => scoreOf(section) >= least)
    .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
    .slice(0, MAX_RANKED);
}

/** The weight of a word in the fit: rare and unknown words count up to twice as much as frequent ones. */
function importance(rare: number): number {
  return 0.5 + 0.5 * rare;
}

/** The rarity of a word: 1 if at most one section has it. */
function relativeRarity(frequency: number, count: number): number {
  return rarity(Math.max(1, frequency), count) / rarity(1, count);
}
