import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import type { FoundSection, SectionSearch } from './section-search.ts';

/** The business's own documents, searchable by section. */
export interface KnowledgeIndex {
  /** The sections that share words with a question, best first. */
  find(question: string, limit: number): Promise<FoundSection[]>;
}

/** The fit from which on a section is about the question; below it only shares a word. */
export const GOOD_FIT = 0.5;

/**
 * An index of the Markdown files below a folder, read at the first search and kept. A folder that does not exist is an
 * empty one; a folder that cannot be read is `misconfigured` and is tried again at the next search.
 */
export function knowledgeIndex(knowledgeDir: string): KnowledgeIndex {
  let loading: Promise<SectionSearch> | undefined;
  return {
    async find(question, limit) {
      loading ??= load(knowledgeDir).catch((cause: unknown) => {
        loading = undefined;
        throw new AppError('misconfigured', { setting: 'KNOWLEDGE_DIR' }, { cause });
      });
      return (await loading)(question, limit);
    },
  };
}

async function load(knowledgeDir: string): Promise<SectionSearch> {
  // The parser and the search are loaded with the first question, not with the service.
  const [{ sectionsOf }, { sectionSearch }] = await Promise.all([
    import('./markdown-sections.ts'),
    import('./section-search.ts'),
  ]);
  const documents = await Promise.all(
    (await markdownFiles(knowledgeDir)).map(async (name) => {
      const title = basename(name, '.md').replaceAll(/[-_]+/g, ' ');
      return sectionsOf(await readFile(join(knowledgeDir, name), 'utf8'), title);
    }),
  );
  return sectionSearch(documents.flat());
}

/** The paths below the folder, in an order that does not depend on the file system. */
async function markdownFiles(knowledgeDir: string): Promise<string[]> {
  try {
    const names = await readdir(knowledgeDir, { recursive: true });
    return names.filter((name) => name.endsWith('.md')).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
