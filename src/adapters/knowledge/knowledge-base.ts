import { lazy, weightedLru } from '../../lib/caching.ts';
import type { KnowledgeSource, OpenSemanticSearch, StoredDocuments } from '../../ports.ts';
import { folderDocuments } from './folder.ts';
import { indexOf, loadIndex, type KnowledgeIndex, type LoadedIndex } from './knowledge-index.ts';
import { parseInProcess, type ParseDocuments } from './parsed-documents.ts';

/** The index of a knowledge source; `undefined` means the whole knowledge folder. */
export type Knowledge = (source: KnowledgeSource | undefined) => KnowledgeIndex;

export interface KnowledgeOptions {
  knowledgeDir: string;
  /** If undefined, documents are searched only by their words. */
  meanings?: OpenSemanticSearch | undefined;
  /** Default: parses in this thread. */
  parse?: ParseDocuments;
  /** Runs work in the background, and reports its failure. */
  background: { run(work: Promise<unknown>): void };
  /** The most text in all cached indexes, in bytes. Default: that of two large indexes. */
  maxBytes?: number;
}

/** An index takes about six times the memory of its text: 240 MB in total. */
const MAX_BYTES = 40_000_000;
/** The most cached indexes. */
const MAX_INDEXES = 64;
/** Below this length of its text, in bytes, a search waits for a new index, which is built quickly. */
const SMALL_BYTES = 500_000;

/** An index that was opened by a search. */
interface CachedIndex {
  series: string;
  load(): Promise<LoadedIndex>;
  /** Resolves with the length of the documents, in characters, after they are read. */
  read: Promise<number>;
  ready?: LoadedIndex;
}

/**
 * Caches the indexes of sources. While the index of changed documents is built, the previous one of the same
 * series answers.
 */
export function knowledgeBase(options: KnowledgeOptions): Knowledge {
  const { knowledgeDir, meanings, parse = parseInProcess, background, maxBytes = MAX_BYTES } = options;
  const cached = weightedLru<CachedIndex>(maxBytes, ({ ready }) =>
    Math.max(ready?.bytes ?? 0, Math.ceil(maxBytes / MAX_INDEXES)),
  );

  function open(source: KnowledgeSource): CachedIndex {
    const { key, series: its, documents } = sourceOf(source, knowledgeDir);
    const series = its ?? key;
    const known = cached.get(key);
    if (known) {
      // A published draft was opened without a series.
      if (its !== undefined) known.value.series = its;
      return known.value;
    }
    const { promise: read, resolve } = Promise.withResolvers<number>();
    const entry: CachedIndex = {
      series,
      read,
      load: lazy(async () => {
        const state = { isReplaced: false };
        const readDocuments = async () => {
          const all = await documents(() => {
            state.isReplaced = true;
          });
          resolve(all.reduce((sum, { markdown }) => sum + markdown.length, 0));
          return all;
        };
        const ready = await loadIndex(readDocuments, meanings, parse);
        entry.ready = ready;
        if (state.isReplaced) {
          if (cached.get(key)?.value === entry) cached.delete(key);
          return ready;
        }
        cached.set(key, entry);
        for (const [other, { value }] of [...cached.entries()]) {
          if (other !== key && isEarlier(value, entry)) cached.delete(other);
        }
        return ready;
      }),
    };
    cached.set(key, entry);
    return entry;
  }

  /** The newest index of the same series that is loaded. */
  function earlierOf(entry: CachedIndex): LoadedIndex | undefined {
    const earlier = [...cached.entries()].filter(([, { value }]) => isEarlier(value, entry));
    return earlier.at(-1)?.[1].value.ready;
  }

  async function current(entry: CachedIndex): Promise<LoadedIndex> {
    if (entry.ready) return entry.ready;
    const loading = entry.load();
    const earlier = earlierOf(entry);
    if (!earlier) return await loading;
    if (earlier.bytes <= SMALL_BYTES && !(await isLarge(entry.read, loading))) return await loading;
    background.run(loading);
    return earlier;
  }

  return (source = { kind: 'folder', folder: '' }) => {
    // All searches of one answer use the same index.
    return indexOf(lazy(() => current(open(source))));
  };
}

/** Whether documents are too long to wait for their index; false if they cannot be read. */
async function isLarge(read: Promise<number>, loading: Promise<unknown>): Promise<boolean> {
  const ended = loading.then(
    () => 0,
    () => 0,
  );
  return (await Promise.race([read, ended])) > SMALL_BYTES;
}

function isEarlier({ series, ready }: CachedIndex, entry: CachedIndex): boolean {
  return series === entry.series && ready !== undefined && ready !== entry.ready;
}

interface OpenedSource {
  key: string;
  series: string | undefined;
  documents: StoredDocuments['documents'];
}

function sourceOf(source: KnowledgeSource, knowledgeDir: string): OpenedSource {
  if (source.kind === 'documents') {
    return {
      key: `documents ${source.key}`,
      series: source.series,
      documents: (onReplaced) => source.documents(onReplaced),
    };
  }
  const { folder, added } = source;
  return {
    key: `folder ${folder} ${added?.key ?? ''}`,
    series: added && `folder ${folder} ${added.series ?? ''}`,
    documents: async (onReplaced) => [
      ...(await folderDocuments(knowledgeDir, folder)),
      ...((await added?.documents(onReplaced)) ?? []),
    ],
  };
}
