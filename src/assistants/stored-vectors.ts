import * as z from 'zod/mini';
import { FAILURE_REASONS } from '../spending/rules/model-failure.ts';
import type { QuantizedVector } from '../lib/vectors.ts';
import { vectorKey } from '../knowledge/rules/section-vectors.ts';
import type { Ledger, Ports, Version } from '../ports.ts';
import { readDocument, updateDocument, type DocumentChange } from '../platform/ledger-documents.ts';

/** The vectors of up to 64 sections in one document, far below the store's limit of 2 MB. */
interface VectorGroup {
  id: string;
  version: Version;
  vectors: ReadonlyMap<string, QuantizedVector>;
}

/** The shared state of the embedding of sections. */
const EmbeddingState = z.object({
  /** The hash of documents and model at the last complete run. */
  done: z.optional(z.string()),
  /** Why the last run did not complete; absent if it did. */
  problem: z.optional(z.enum(FAILURE_REASONS)),
});
export type EmbeddingState = z.output<typeof EmbeddingState>;

const Group = z.object({
  keys: z.array(z.string()),
  /** All vectors, concatenated, one byte per component, as base64. */
  bytes: z.string(),
});

/** The maximum number of vectors per group. */
const GROUP_SIZE = 64;
/** Groups with fewer vectors than SMALL_GROUP are joined if there are more than MAX_SMALL_GROUPS. */
const SMALL_GROUP = 16;
const MAX_SMALL_GROUPS = 8;
/** How many groups are decoded until other work has its turn. */
const GROUPS_PER_YIELD = 8;

const GROUPS = 'section-vectors';
const STATE = { kind: 'embedding-state', id: 'state', schema: EmbeddingState };

export function storedVectors(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { clock, ledger } = dependencies;
  return {
    async groups(): Promise<VectorGroup[]> {
      const groups: VectorGroup[] = [];
      for (const entry of await ledger.list(GROUPS)) {
        groups.push(groupOf(entry));
        if (groups.length % GROUPS_PER_YIELD === 0) await clock.sleep(0);
      }
      return groups;
    },

    /** Stores vectors of equal length and returns the id of their group; equal groups are stored once. */
    async add(vectors: ReadonlyMap<string, QuantizedVector>): Promise<string> {
      const keys = [...vectors.keys()];
      const bytes = Buffer.concat(Array.from(vectors.values(), bytesOf)).toString('base64');
      const id = vectorKey('', keys.join('\n'));
      // Another instance may have stored the same group.
      await ledger.write(GROUPS, id, { keys, bytes }, 'absent');
      return id;
    },

    async remove({ id, version }: VectorGroup): Promise<void> {
      await ledger.remove(GROUPS, id, version);
    },

    async state(): Promise<EmbeddingState> {
      return (await readDocument(ledger, STATE))?.value ?? {};
    },

    /** Changes the newest version of the state. */
    async change<R>(edit: (state: EmbeddingState) => DocumentChange<EmbeddingState, R>): Promise<R> {
      const { result } = await updateDocument('embedding-state', dependencies, STATE, (stored) =>
        edit(stored?.value ?? {}),
      );
      return result;
    },
  };
}

/** Stores the vectors of sections in the ledger, by the key of their text. */
export type StoredVectors = ReturnType<typeof storedVectors>;

function groupOf({ id, version, value }: Awaited<ReturnType<Ledger['list']>>[number]): VectorGroup {
  const { keys, bytes } = Group.parse(value);
  const all = Buffer.from(bytes, 'base64');
  const length = Math.floor(all.length / Math.max(1, keys.length));
  const vectors = keys.map(
    (key, at) => [key, new Int8Array(all.subarray(at * length, (at + 1) * length))] as const,
  );
  return { id, version, vectors: new Map(vectors) };
}

function bytesOf({ buffer, byteOffset, byteLength }: QuantizedVector): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Splits entries into groups of GROUP_SIZE. */
export function inGroups<T>(entries: ReadonlyMap<string, T>): ReadonlyMap<string, T>[] {
  const all = [...entries];
  return Array.from(
    { length: Math.ceil(all.length / GROUP_SIZE) },
    (_, at) => new Map(all.slice(at * GROUP_SIZE, (at + 1) * GROUP_SIZE)),
  );
}

/**
 * Removes unwanted vectors, and joins small groups. New groups are stored before the old ones are removed, so
 * an interruption loses no vector; the next call removes duplicates.
 */
export async function tidy(
  stored: Pick<StoredVectors, 'add' | 'remove'>,
  groups: readonly VectorGroup[],
  wanted: ReadonlySet<string>,
): Promise<void> {
  const seen = new Set<string>();
  const sorted = groups.map((group) => {
    const used = Array.from(group.vectors).filter(([key]) => wanted.has(key) && !seen.has(key));
    for (const [key] of used) seen.add(key);
    return { group, used, hasUnused: used.length < group.vectors.size };
  });
  const loose = sorted.filter(({ used, hasUnused }) => hasUnused || used.length < SMALL_GROUP);
  if (loose.length <= MAX_SMALL_GROUPS && !loose.some(({ hasUnused }) => hasUnused)) return;
  const added = new Set<string>();
  // The server may have changed the length of its vectors; a group has vectors of one length.
  const byLength = Map.groupBy(
    loose.flatMap(({ used }) => used),
    ([, { length }]) => length,
  );
  for (const its of byLength.values()) {
    for (const group of inGroups(new Map(its))) added.add(await stored.add(group));
  }
  for (const { group } of loose) {
    if (!added.has(group.id)) await stored.remove(group);
  }
}
