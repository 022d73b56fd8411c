import { lazy } from '../../lib/caching.ts';
import { textToEmbed } from '../../knowledge/rules/section-vectors.ts';
import type { FindNearestSections, KnowledgeDocument, OpenSemanticSearch } from '../../ports.ts';
import type { Section } from './markdown-sections.ts';
import type { Answer, FoundSection, KnowledgeSearch } from './knowledge-search.ts';
import { weightedTurns } from './follow-up.ts';
import { parseInProcess, type ParseDocuments } from './parsed-documents.ts';
import { yieldBetweenSteps, searchQueue, type Pause } from './search-queue.ts';

/** The tokens used for embedding the questions; 0 without an embedding model. */
interface EmbeddingUsage {
  embeddingTokens: number;
}

/** A search index over the sections of documents. */
export interface KnowledgeIndex {
  /**
   * The best sections for the last question, found only by words. Questions are oldest first; `today` is
   * `YYYY-MM-DD`.
   */
  find(questions: readonly string[], limit: number, today?: string): Promise<FoundSection[]>;
  /** The sections for a model, found by words and by meaning. */
  search(
    questions: readonly string[],
    today?: string,
  ): Promise<EmbeddingUsage & { sections: FoundSection[]; languages: readonly string[] }>;
  /** Answers the visitor's last question from the documents. Questions are oldest first. */
  answer(questions: readonly string[], locale?: string, today?: string): Promise<EmbeddingUsage & Answer>;
  /** All sections in order; undefined if their texts and headings are longer than `mostBytes`. */
  whole(mostBytes: number): Promise<readonly Section[] | undefined>;
}

/** The least fit of a relevant section. Sections below it only share words with the question. */
export const GOOD_FIT = 0.5;

/** An index that reads its documents on the first search. A failure is not cached. */
export function knowledgeIndex(
  documents: () => Promise<readonly KnowledgeDocument[]>,
  meanings?: OpenSemanticSearch,
  parse: ParseDocuments = parseInProcess,
): KnowledgeIndex {
  return indexOf(lazy(() => loadIndex(documents, meanings, parse)));
}

/** An index on top of a loader, which is called for each search. */
export function indexOf(loaded: () => Promise<LoadedIndex>): KnowledgeIndex {
  return {
    async find(questions, limit, today) {
      const { search } = await loaded();
      return await searchQueue(() => search.find(questions, limit, [], today));
    },
    async search(questions, today) {
      const { search, findNear } = await loaded();
      const { sections, tokens } = await findNear(weightedTurns(questions));
      const found = await searchQueue(() => search.forModel(questions, sections, today));
      return { sections: found, languages: search.languages, embeddingTokens: tokens };
    },
    async answer(questions, locale, today) {
      const { search, findNear } = await loaded();
      const byWords = await searchQueue(() => search.answer(questions, locale, [], today));
      // Vector distance does not show whether the documents cover the question.
      const isCovered = byWords.best !== undefined || byWords.others.length > 0;
      if (!isCovered) return { ...byWords, embeddingTokens: 0 };
      const { sections, tokens } = await findNear(weightedTurns(questions));
      if (sections.length === 0) return { ...byWords, embeddingTokens: tokens };
      const found = await searchQueue(() => search.answer(questions, locale, sections, today));
      return { ...found, embeddingTokens: tokens };
    },
    async whole(mostBytes) {
      const { sections, bytes } = await loaded();
      return bytes <= mostBytes ? sections : undefined;
    },
  };
}

export interface LoadedIndex {
  search: KnowledgeSearch;
  findNear: FindNearestSections;
  sections: readonly Section[];
  /** The length of texts and headings, in bytes. */
  bytes: number;
}

const NOTHING_NEAR: FindNearestSections = () => Promise.resolve({ sections: [], tokens: 0 });

/** Reads, parses and indexes documents in steps that yield to the event loop. */
export async function loadIndex(
  documents: () => Promise<readonly KnowledgeDocument[]>,
  meanings: OpenSemanticSearch | undefined,
  parse: ParseDocuments,
): Promise<LoadedIndex> {
  // The search module is loaded with the first question.
  const [pages, { knowledgeSearch }] = await Promise.all([
    documents().then(parse),
    import('./knowledge-search.ts'),
  ]);
  const pause = yieldBetweenSteps();
  const search = await knowledgeSearch(pages, pause);
  const { sections } = search;
  const bytes = await bytesOf(sections, pause);
  return { search, findNear: meanings?.(textsOf(sections)) ?? NOTHING_NEAR, sections, bytes };
}

async function bytesOf(sections: readonly Section[], pause: Pause): Promise<number> {
  let bytes = 0;
  for (const { path, title, markdown } of sections) {
    for (const part of [...path, title, markdown]) bytes += Buffer.byteLength(part);
    // One byte for the separator.
    bytes += path.length + 1;
    await pause();
  }
  return bytes;
}

function* textsOf(sections: readonly Section[]): Generator<string> {
  for (const section of sections) yield textToEmbed(section);
}
