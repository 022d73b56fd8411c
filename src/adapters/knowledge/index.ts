import { basename, extname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { lazy } from '../../domain/caching.ts';
import type { KnowledgeDocument } from '../../ports.ts';
import type { Section } from './markdown-sections.ts';
import type { Answer, KnowledgeSearch } from './knowledge-search.ts';

export interface FoundSection extends Section {
  /** Relevance, without a unit; comparable within one search only. */
  score: number;
  /** The share of what the question is about that the section has, 0 to 1. */
  fit: number;
}

/** A search index over the sections of documents. */
export interface KnowledgeIndex {
  /** The sections for the last of a visitor's questions, oldest first; the best section first. */
  find(questions: readonly string[], limit: number): Promise<FoundSection[]>;
  /** What the documents say to the last of a visitor's questions, oldest first. */
  answer(questions: readonly string[], locale?: string): Promise<Answer>;
  /** All sections in order, if their texts and headings are at most this many bytes. */
  whole(mostBytes: number): Promise<readonly Section[] | undefined>;
}

/** The minimum fit of a section that is about the question; below it they only share a word. */
export const GOOD_FIT = 0.5;

/** An index that reads its documents on the first search; a failure is not cached. */
export function knowledgeIndex(documents: () => Promise<readonly KnowledgeDocument[]>): KnowledgeIndex {
  const loaded = lazy(() => load(documents));
  return {
    find: async (questions, limit) => (await loaded()).search.find(questions, limit),
    answer: async (questions, locale) => (await loaded()).search.answer(questions, locale),
    async whole(mostBytes) {
      const { sections, bytes } = await loaded();
      return bytes <= mostBytes ? sections : undefined;
    },
  };
}

interface Loaded {
  search: KnowledgeSearch;
  sections: readonly Section[];
  bytes: number;
}

/** The title of a document that states none: its name. */
export function titleOf(name: string): string {
  return basename(name, extname(name)).replaceAll(/[-_]+/g, ' ');
}

async function load(documents: () => Promise<readonly KnowledgeDocument[]>): Promise<Loaded> {
  // The parser and the search are loaded with the first question, not with the service.
  const [{ declaredSynonyms, sectionsOf }, { knowledgeSearch }] = await Promise.all([
    import('./markdown-sections.ts'),
    import('./knowledge-search.ts'),
  ]);
  const pages: { sections: Section[]; synonyms: string[][] }[] = [];
  for (const { name, markdown } of await documents()) {
    pages.push({
      sections: sectionsOf(markdown, titleOf(name)),
      synonyms: declaredSynonyms(markdown),
    });
    // Yields to the event loop between documents, for other requests of this instance.
    await turn();
  }
  const sections = pages.flatMap((page) => page.sections);
  const bytes = sections.reduce(
    (sum, { path, title, markdown }) => sum + Buffer.byteLength([...path, title, markdown].join(' ')),
    0,
  );
  return { search: await knowledgeSearch(pages), sections, bytes };
}
