import MiniSearch, { type SearchResult } from 'minisearch';
import type { Section } from './markdown-sections.ts';
import { questionTerms, termsOf, wordsOf } from './terms.ts';

export interface FoundSection extends Section {
  /** Relevance, without a unit; comparable within one search only. */
  score: number;
  /** The share of the question's words that the section has, 0 to 1; words outside of headings count less. */
  fit: number;
}

/** The best sections for a question, best first. */
export type SectionSearch = (question: string, limit: number) => FoundSection[];

/** The weight of a question's word that is in the text of a section but not in its headings. */
const ONLY_IN_TEXT = 0.75;

/** How many sections are indexed before yielding to the event loop. */
const STRETCH = 20;

/** A full-text search over sections that do not change. */
export async function sectionSearch(sections: readonly Section[]): Promise<SectionSearch> {
  const index = new MiniSearch<Section & { id: number }>({
    fields: ['title', 'path', 'text'],
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: {
      boost: { title: 3, path: 1.5 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
    },
  });
  await index.addAllAsync(
    sections.map((section, id) => ({ ...section, id })),
    { chunkSize: STRETCH },
  );

  return (question, limit) => {
    const asked = questionTerms(question);
    const fitOf = ({ queryTerms, match }: SearchResult) =>
      [...new Set(queryTerms)].reduce((sum, term) => sum + (inHeading(term, match) ? 1 : ONLY_IN_TEXT), 0) /
      asked.length;
    return index
      .search(asked.join(' '), { tokenize: (terms) => terms.split(' '), processTerm: (term) => term })
      .map((result) => ({ id: Number(result.id), score: result.score, fit: fitOf(result) }))
      .sort((a, b) => b.score * b.fit - a.score * a.fit)
      .slice(0, limit)
      .flatMap(({ id, score, fit }) => {
        const section = sections[id];
        return section ? [{ ...section, score, fit }] : [];
      });
  };
}

/** Whether a heading has a word of the question, or one with it as prefix. */
function inHeading(term: string, match: SearchResult['match']): boolean {
  return Object.entries(match).some(
    ([found, fields]) => found.startsWith(term) && fields.some((field) => field !== 'text'),
  );
}
