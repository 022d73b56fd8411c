import { setImmediate as turn } from 'node:timers/promises';
import { lruCache } from '../../domain/caching.ts';
import type { CitableSection } from '../../domain/cited-passage.ts';
import type { CitableSections, DocumentSections, KnowledgeSource } from '../../ports.ts';
import { folderDocuments } from './folder.ts';
import { titleOf } from './index.ts';

/**
 * How many sources an instance caches: more than most deployments have assistants, so that reading of several
 * in turn parses each once. The sections of fifty long documents take some megabytes.
 */
const MAX_SOURCES = 20;

/** The sections of a knowledge source without an index: visitors read them from time to time. */
export function citableSections(knowledgeDir: string): CitableSections {
  const cache = lruCache<{ loaded?: Promise<readonly CitableSection[]> }>(MAX_SOURCES);

  async function load(source: KnowledgeSource): Promise<readonly CitableSection[]> {
    const { sectionsOf } = await import('./markdown-sections.ts');
    const added = source.kind === 'folder' ? source.added : source;
    const documents = [
      ...(source.kind === 'folder' ? await folderDocuments(knowledgeDir, source.folder) : []),
      ...((await added?.documents()) ?? []),
    ];
    const sections: CitableSection[] = [];
    for (const { name, markdown } of documents) {
      sections.push(...sectionsOf(markdown, titleOf(name)));
      // Yields to the event loop between documents, for other requests of this instance.
      await turn();
    }
    return sections;
  }

  return (source) => {
    const key = source.kind === 'folder' ? `folder ${source.folder} ${source.added?.key ?? ''}` : source.key;
    const entry = cache(key, () => ({}));
    entry.loaded ??= load(source).catch((error: unknown) => {
      // Read again with the next request.
      delete entry.loaded;
      throw error;
    });
    return entry.loaded;
  };
}

/** The sections of one document, made as for the index. The parser is loaded on first use. */
export const documentSections: DocumentSections = async (name, markdown) => {
  const { sectionsOf } = await import('./markdown-sections.ts');
  return sectionsOf(markdown, titleOf(name)).map(({ title, path, markdown: text }) => ({
    title,
    path,
    markdown: text,
  }));
};
