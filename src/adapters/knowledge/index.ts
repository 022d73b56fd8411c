import { lazy } from '../../domain/caching.ts';
import { embeddedText } from '../../domain/section-vectors.ts';
import type { FindNear, KnowledgeDocument, OpenMeanings } from '../../ports.ts';
import type { Section } from './markdown-sections.ts';
import type { Answer, KnowledgeSearch } from './knowledge-search.ts';
import { weightedTurns } from './follow-up.ts';
import { parseHere, type ParseDocuments } from './parsed-documents.ts';
import { oncePerTurn } from './search-turns.ts';

export interface FoundSection extends Section {
  /** Relevance, without a unit; comparable within one search only. */
  score: number;
  /** The share of what the question is about that the section has, 0 to 1. */
  fit: number;
}

/** What embedding the questions used; 0 where texts are not embedded. */
interface Embedded {
  embeddingTokens: number;
}

/** A search index over the sections of documents. */
export interface KnowledgeIndex {
  /** The sections for the last of several questions, oldest first; the best section first. Words alone. */
  find(questions: readonly string[], limit: number): Promise<FoundSection[]>;
  /** The same by words and by meaning together. */
  search(questions: readonly string[], limit: number): Promise<Embedded & { sections: FoundSection[] }>;
  /** What the documents say to the last of a visitor's questions, oldest first. */
  answer(questions: readonly string[], locale?: string): Promise<Embedded & Answer>;
  /** All sections in order, if their texts and headings are at most this many bytes. */
  whole(mostBytes: number): Promise<readonly Section[] | undefined>;
}

/** The minimum fit of a section that is about the question; below it they only share a word. */
export const GOOD_FIT = 0.5;

/** Of all indexes of the process: they share its event loop. */
const inTurn = oncePerTurn();

/** An index that reads its documents on the first search; a failure is not cached. */
export function knowledgeIndex(
  documents: () => Promise<readonly KnowledgeDocument[]>,
  meanings?: OpenMeanings,
  parse: ParseDocuments = parseHere,
): KnowledgeIndex {
  const loaded = lazy(() => load(documents, meanings, parse));
  return {
    async find(questions, limit) {
      const { search } = await loaded();
      return await inTurn(() => search.find(questions, limit));
    },
    async search(questions, limit) {
      const { search, findNear } = await loaded();
      const { sections, tokens } = await findNear(weightedTurns(questions));
      const found = await inTurn(() => search.find(questions, limit, sections));
      return { sections: found, embeddingTokens: tokens };
    },
    async answer(questions, locale) {
      const { search, findNear } = await loaded();
      const byWords = await inTurn(() => search.answer(questions, locale));
      // How near a section is does not say whether the documents are about the question at all.
      if (!byWords.best) return { ...byWords, embeddingTokens: 0 };
      const { sections, tokens } = await findNear(weightedTurns(questions));
      const found = await inTurn(() => search.answer(questions, locale, sections));
      return { ...found, embeddingTokens: tokens };
    },
    async whole(mostBytes) {
      const { sections, bytes } = await loaded();
      return bytes <= mostBytes ? sections : undefined;
    },
  };
}

interface Loaded {
  search: KnowledgeSearch;
  findNear: FindNear;
  sections: readonly Section[];
  bytes: number;
}

const NOTHING_NEAR: FindNear = () => Promise.resolve({ sections: [], tokens: 0 });

async function load(
  documents: () => Promise<readonly KnowledgeDocument[]>,
  meanings: OpenMeanings | undefined,
  parse: ParseDocuments,
): Promise<Loaded> {
  // The search is loaded with the first question, not with the service.
  const [pages, { knowledgeSearch }] = await Promise.all([
    documents().then(parse),
    import('./knowledge-search.ts'),
  ]);
  const sections = pages.flatMap((page) => page.sections);
  const bytes = sections.reduce(
    (sum, { path, title, markdown }) => sum + Buffer.byteLength([...path, title, markdown].join(' ')),
    0,
  );
  const search = await knowledgeSearch(pages);
  return { search, findNear: meanings?.(sections.map(embeddedText)) ?? NOTHING_NEAR, sections, bytes };
}
