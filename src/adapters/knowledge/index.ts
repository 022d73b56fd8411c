import { basename, extname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { lazy } from '../../domain/caching.ts';
import type { KnowledgeDocument } from '../../ports.ts';
import type { Section } from './markdown-sections.ts';
import type { FoundSection, SectionSearch } from './section-search.ts';

/** The business's own documents, searchable by section. */
export interface KnowledgeIndex {
  /** The sections that share words with a question, best first. */
  find(question: string, limit: number): Promise<FoundSection[]>;
  /** Every section in its order, where all of them together have at most so many characters. */
  whole(mostCharacters: number): Promise<readonly Section[] | undefined>;
}

/** The fit from which on a section is about the question; below it only shares a word. */
export const GOOD_FIT = 0.5;

/** An index of documents, which are read at the first search and kept; what failed is tried again at the next search. */
export function knowledgeIndex(documents: () => Promise<readonly KnowledgeDocument[]>): KnowledgeIndex {
  const loaded = lazy(() => load(documents));
  return {
    find: async (question, limit) => (await loaded()).search(question, limit),
    async whole(mostCharacters) {
      const { sections, characters } = await loaded();
      return characters <= mostCharacters ? sections : undefined;
    },
  };
}

interface Loaded {
  search: SectionSearch;
  sections: readonly Section[];
  characters: number;
}

async function load(documents: () => Promise<readonly KnowledgeDocument[]>): Promise<Loaded> {
  // The parser and the search are loaded with the first question, not with the service.
  const [{ sectionsOf }, { sectionSearch }] = await Promise.all([
    import('./markdown-sections.ts'),
    import('./section-search.ts'),
  ]);
  const sections: Section[] = [];
  for (const { name, markdown } of await documents()) {
    const title = basename(name, extname(name)).replaceAll(/[-_]+/g, ' ');
    sections.push(...sectionsOf(markdown, title));
    // Whoever else is waiting on this instance does not wait for all of them.
    await turn();
  }
  const characters = sections.reduce((sum, { markdown }) => sum + markdown.length, 0);
  return { search: await sectionSearch(sections), sections, characters };
}
