import { weightedLru } from '../../lib/caching.ts';
import type { CitableSection } from '../../knowledge/rules/cited-passage.ts';
import type { CitableSections, DocumentSections, KnowledgeSource } from '../../ports.ts';
import { folderDocuments } from './folder.ts';
import type { ParseDocuments } from './parsed-documents.ts';

/** The most text of all cached sources, in characters. The newest source is kept regardless. */
const MAX_CHARACTERS = 24_000_000;
/** The most cached sources of an instance. */
const MAX_SOURCES = 64;

/** The sections of a source that was opened. */
interface CachedSections {
  loaded?: Promise<readonly CitableSection[]>;
  characters: number;
}

/** The sections of a knowledge source, read without an index and cached. */
export function citableSections(knowledgeDir: string, parse: ParseDocuments): CitableSections {
  const cached = weightedLru<CachedSections>(MAX_CHARACTERS, ({ characters }) =>
    Math.max(characters, Math.ceil(MAX_CHARACTERS / MAX_SOURCES)),
  );

  async function load(source: KnowledgeSource, onReplaced: () => void): Promise<readonly CitableSection[]> {
    const added = source.kind === 'folder' ? source.added : source;
    const documents = [
      ...(source.kind === 'folder' ? await folderDocuments(knowledgeDir, source.folder) : []),
      ...((await added?.documents(onReplaced)) ?? []),
    ];
    return (await parse(documents)).flatMap(({ sections }) => sections);
  }

  return (source) => {
    const key = source.kind === 'folder' ? `folder ${source.folder} ${source.added?.key ?? ''}` : source.key;
    const known = cached.get(key)?.value.loaded;
    if (known) return known;
    const entry: CachedSections = { characters: 0 };
    cached.set(key, entry);
    let isReplaced = false;
    const onReplaced = () => {
      isReplaced = true;
    };
    entry.loaded = load(source, onReplaced).then(
      (sections) => {
        const characters = sections.reduce((sum, { markdown }) => sum + markdown.length, 0);
        if (isReplaced) cached.delete(key);
        else cached.set(key, { ...entry, characters });
        return sections;
      },
      (error: unknown) => {
        // A failed read is repeated with the next request.
        cached.delete(key);
        throw error;
      },
    );
    return entry.loaded;
  };
}

/** The sections of documents, split as for the index. */
export function documentSections(parse: ParseDocuments): DocumentSections {
  return async (documents) => {
    const parsed = await parse(documents);
    return parsed.map(({ sections }) =>
      sections.map(({ title, path, markdown: text }) => ({ title, path, markdown: text })),
    );
  };
}
