import { lruCache } from '../../domain/caching.ts';
import type { CitableSection } from '../../domain/cited-passage.ts';
import type { CitableSections, DocumentSections, KnowledgeSource } from '../../ports.ts';
import { folderDocuments } from './folder.ts';
import type { ParseDocuments } from './parsed-documents.ts';

/**
 * How many sources an instance caches: more than most deployments have assistants, so that reading of several
 * in turn parses each once. The sections of fifty long documents take some megabytes.
 */
const MAX_SOURCES = 20;

/** The sections of a knowledge source without an index: visitors read them from time to time. */
export function citableSections(knowledgeDir: string, parse: ParseDocuments): CitableSections {
  const cache = lruCache<{ loaded?: Promise<readonly CitableSection[]> }>(MAX_SOURCES);

  async function load(source: KnowledgeSource): Promise<readonly CitableSection[]> {
    const added = source.kind === 'folder' ? source.added : source;
    const documents = [
      ...(source.kind === 'folder' ? await folderDocuments(knowledgeDir, source.folder) : []),
      ...((await added?.documents()) ?? []),
    ];
    return (await parse(documents)).flatMap(({ sections }) => sections);
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

/** The sections of one document, made as for the index. */
export function documentSections(parse: ParseDocuments): DocumentSections {
  return async (name, markdown) => {
    const parsed = await parse([{ name, markdown }]);
    return parsed.flatMap(({ sections }) =>
      sections.map(({ title, path, markdown: text }) => ({ title, path, markdown: text })),
    );
  };
}
