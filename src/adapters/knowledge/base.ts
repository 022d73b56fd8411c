import { lazy, weightedLru } from '../../domain/caching.ts';
import type {
  KnowledgeDocument,
  KnowledgeSource,
  OpenSemanticSearch,
  SectionQuestions,
} from '../../ports.ts';
import { folderDocuments } from './folder.ts';
import { indexOf, loadIndex, type KnowledgeIndex, type LoadedIndex } from './index.ts';
import { parseInProcess, type ParseDocuments } from './parsed-documents.ts';

/** The index of each knowledge source; without a source, of the whole knowledge folder. */
export type Knowledge = (source: KnowledgeSource | undefined) => KnowledgeIndex;

export interface KnowledgeOptions {
  knowledgeDir: string;
  /** If undefined, documents are searched only by their words. */
  meanings?: OpenSemanticSearch | undefined;
  /** Undefined where no questions are written for sections. */
  questions?: SectionQuestions | undefined;
  /** Default: in this thread. */
  parse?: ParseDocuments;
  /** Runs what no search waits for, and reports its failure. */
  background: { run(work: Promise<unknown>): void };
  /** How long the texts of all cached indexes are together, in bytes. Default: those of two large ones. */
  maxBytes?: number;
}

/** An index takes some six times the memory of its text: 240 MB for all. */
const MAX_BYTES = 40_000_000;
/** How many small indexes are cached at most. */
const MAX_INDEXES = 64;
/** Up to this length of its text a search waits for a new index, which takes a moment; in bytes. */
const SMALL_BYTES = 500_000;

/** An index, from the first search in it. */
interface Cached {
  series: string;
  load(): Promise<LoadedIndex>;
  /** Resolves with the documents' length, in characters, once they are read. */
  read: Promise<number>;
  ready?: LoadedIndex;
}

/**
 * Caches the indexes of sources. While the index of changed documents is built, the earlier one of the same
 * series answers.
 */
export function knowledgeBase(options: KnowledgeOptions): Knowledge {
  const {
    knowledgeDir,
    meanings,
    questions,
    parse = parseInProcess,
    background,
    maxBytes = MAX_BYTES,
  } = options;
  const cached = weightedLru<Cached>(maxBytes, ({ ready }) =>
    Math.max(ready?.bytes ?? 0, Math.ceil(maxBytes / MAX_INDEXES)),
  );

  function open(source: KnowledgeSource): Cached {
    const { key: name, series: its, documents } = sourceOf(source, knowledgeDir);
    const key = `${questions?.version() ?? 0} ${name}`;
    // With more questions the index of the same documents is a new one.
    const series = its ?? name;
    const known = cached.get(key);
    if (known) {
      // A draft that was published was opened without a series.
      if (its !== undefined) known.value.series = its;
      return known.value;
    }
    const { promise: read, resolve } = Promise.withResolvers<number>();
    const entry: Cached = {
      series,
      read,
      load: lazy(async () => {
        const readDocuments = async () => {
          const all = await documents();
          resolve(all.reduce((sum, { markdown }) => sum + markdown.length, 0));
          return all;
        };
        const ready = await loadIndex(readDocuments, meanings, parse, questions);
        entry.ready = ready;
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

  /** The newest index of the same series that is ready. */
  function earlierOf(entry: Cached): LoadedIndex | undefined {
    const earlier = [...cached.entries()].filter(([, { value }]) => isEarlier(value, entry));
    return earlier.at(-1)?.[1].value.ready;
  }

  async function current(entry: Cached): Promise<LoadedIndex> {
    if (entry.ready) return entry.ready;
    const loading = entry.load();
    const earlier = earlierOf(entry);
    if (!earlier) return await loading;
    if (earlier.bytes <= SMALL_BYTES && !(await isLarge(entry.read, loading))) return await loading;
    background.run(loading);
    return earlier;
  }

  return (source = { kind: 'folder', folder: '' }) => {
    // One answer searches in one index.
    return indexOf(
      lazy(async () => {
        await questions?.ready();
        return await current(open(source));
      }),
    );
  };
}

/** Whether documents are too long to wait for their index; false where they cannot be read. */
async function isLarge(read: Promise<number>, loading: Promise<unknown>): Promise<boolean> {
  const ended = loading.then(
    () => 0,
    () => 0,
  );
  return (await Promise.race([read, ended])) > SMALL_BYTES;
}

function isEarlier({ series, ready }: Cached, entry: Cached): boolean {
  return series === entry.series && ready !== undefined && ready !== entry.ready;
}

interface OpenedSource {
  key: string;
  series: string | undefined;
  documents(): Promise<readonly KnowledgeDocument[]>;
}

function sourceOf(source: KnowledgeSource, knowledgeDir: string): OpenedSource {
  if (source.kind === 'documents') {
    return { key: `documents ${source.key}`, series: source.series, documents: () => source.documents() };
  }
  const { folder, added } = source;
  return {
    key: `folder ${folder} ${added?.key ?? ''}`,
    series: added && `folder ${folder} ${added.series ?? ''}`,
    documents: async () => [
      ...(await folderDocuments(knowledgeDir, folder)),
      ...((await added?.documents()) ?? []),
    ],
  };
}
