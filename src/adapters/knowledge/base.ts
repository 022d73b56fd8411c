import type { KnowledgeSource, OpenMeanings } from '../../ports.ts';
import { folderDocuments } from './folder.ts';
import { knowledgeIndex, type KnowledgeIndex } from './index.ts';
import type { ParseDocuments } from './parsed-documents.ts';
import { lruCache } from '../../domain/caching.ts';

/** How many indexes an instance caches; one of fifty long documents takes some ten megabytes. */
const MAX_INDEXES = 8;

/** The index of each knowledge source; without a source, of the whole knowledge folder. */
export function knowledgeBase(
  knowledgeDir: string,
  meanings?: OpenMeanings,
  parse?: ParseDocuments,
): (source: KnowledgeSource | undefined) => KnowledgeIndex {
  const indexes = lruCache<KnowledgeIndex>(MAX_INDEXES);
  return (source = { kind: 'folder', folder: '' }) =>
    source.kind === 'folder'
      ? indexes(`folder ${source.folder} ${source.added?.key ?? ''}`, () =>
          knowledgeIndex(
            async () => [
              ...(await folderDocuments(knowledgeDir, source.folder)),
              ...((await source.added?.documents()) ?? []),
            ],
            meanings,
            parse,
          ),
        )
      : indexes(`documents ${source.key}`, () => knowledgeIndex(() => source.documents(), meanings, parse));
}
