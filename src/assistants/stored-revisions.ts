import * as z from 'zod/mini';
import { ttlMap } from '../lib/caching.ts';
import { mapLimited } from '../lib/concurrency.ts';
import { StoredRevision } from './records/revision.ts';
import type { RevisionDocument } from '../knowledge/records/knowledge-document.ts';
import type { NewTexts } from '../knowledge/rules/revision-documents.ts';
import type { KnowledgeDocument, Ports, Version } from '../ports.ts';
import { readable, readDocument, removeDocument, updateDocument } from '../platform/ledger-documents.ts';

export interface Revision extends StoredRevision {
  id: string;
}

/** In milliseconds; longer than a change takes between storing its revision and referring to it. */
export const GRACE_MS = 600_000;
/** How many texts are read or written at the same time. */
const PARALLEL = 8;
/** The maximum number of cached list entries, and their time to live in milliseconds. */
const MAX_CACHED = 20_000;
const CACHED_FOR_MS = 3_600_000;

const Text = z.object({ markdown: z.string() });
const revisionsOf = (assistantId: string) => `assistant-revisions-${assistantId}`;
const textsOf = (assistantId: string) => `assistant-texts-${assistantId}`;
const hashesOf = (revisions: readonly Pick<Revision, 'documents'>[]) =>
  new Set(revisions.flatMap(({ documents }) => documents.map((document) => document.textHash)));

/** A revision id that sorts by time. */
export function revisionId(atMs: number, uuid: string): string {
  return `${String(atMs).padStart(14, '0')}-${uuid}`;
}

export function storedRevisions(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { clock, ledger } = dependencies;
  const cached = ttlMap<Revision>({
    clock,
    ttlMs: CACHED_FOR_MS,
    max: MAX_CACHED,
    weightOf: ({ documents }) => documents.length + 1,
  });

  const textAt = (assistantId: string, hash: string) => ({
    kind: textsOf(assistantId),
    id: hash,
    schema: Text,
    consistency: 'strong' as const,
  });

  /** Rewrites an existing text, so that a concurrent `collect` does not delete it (its version changes). */
  async function writeText(assistantId: string, hash: string, markdown: string): Promise<void> {
    const change = () => ({ value: { markdown }, result: undefined });
    await updateDocument('assistant-texts', dependencies, textAt(assistantId, hash), change);
  }

  async function text(assistantId: string, { textHash }: RevisionDocument): Promise<string | undefined> {
    const document = { ...textAt(assistantId, textHash), consistency: 'session' as const };
    const found =
      (await readDocument(ledger, document)) ?? (await readDocument(ledger, textAt(assistantId, textHash)));
    return found?.value.markdown;
  }

  const removeText = (assistantId: string, hash: string) =>
    removeDocument('assistant-texts', dependencies, textAt(assistantId, hash));

  const removeRevision = (assistantId: string, id: string) =>
    removeDocument('assistant-revisions', dependencies, {
      kind: revisionsOf(assistantId),
      id,
      schema: StoredRevision,
    });

  async function list(assistantId: string): Promise<Revision[]> {
    const entries = readable(await ledger.list(revisionsOf(assistantId), 'strong'), StoredRevision);
    return entries.map(({ id, value }) => ({ id, ...value }));
  }

  /** Splits the stored revisions into unused ones, which can be deleted, and all others. */
  async function partition(assistantId: string, inUse: () => Promise<ReadonlySet<string>>) {
    const [stored, used] = [await list(assistantId), await inUse()];
    const since = new Date(clock.now() - GRACE_MS).toISOString();
    const { unused = [], kept = [] } = Object.groupBy(stored, ({ id, createdAt }) =>
      used.has(id) || createdAt > since ? 'kept' : 'unused',
    );
    return { unused, kept: hashesOf(kept) };
  }

  return {
    text,

    /** Undefined if it was replaced and deleted. */
    async read(assistantId: string, id: string): Promise<Revision | undefined> {
      const known = cached.get(id);
      if (known) return known;
      const entry =
        (await ledger.read(revisionsOf(assistantId), id)) ??
        (await ledger.read(revisionsOf(assistantId), id, 'strong'));
      const revision = entry && { id, ...StoredRevision.parse(entry.value) };
      if (revision) cached.set(id, revision);
      return revision;
    },

    /** Stores a revision, then its new texts. */
    async write(assistantId: string, { id, ...revision }: Revision, added: NewTexts): Promise<void> {
      // Written before the texts, so that `collect` does not delete them.
      await ledger.write(revisionsOf(assistantId), id, revision, 'absent');
      await mapLimited([...added], PARALLEL, ([hash, markdown]) => writeText(assistantId, hash, markdown));
      cached.set(id, { id, ...revision });
    },

    /** The texts of documents, in their order, with one request each; deleted ones are left out. */
    async texts(assistantId: string, documents: readonly RevisionDocument[]): Promise<KnowledgeDocument[]> {
      const found = await mapLimited(documents, PARALLEL, async (document) => ({
        name: document.name,
        markdown: await text(assistantId, document),
      }));
      return found.flatMap(({ name, markdown }) => (markdown === undefined ? [] : [{ name, markdown }]));
    },

    /**
     * Deletes a replaced revision if all its texts are in `documents`; otherwise `collect` deletes it
     * later.
     */
    async removeCovered(
      assistantId: string,
      id: string,
      documents: readonly RevisionDocument[],
    ): Promise<void> {
      const replaced = cached.get(id);
      const listed = hashesOf([{ documents }]);
      const isCovered = replaced?.documents.every((document) => listed.has(document.textHash)) === true;
      if (isCovered) await removeRevision(assistantId, id);
    },

    /**
     * Garbage collection: deletes the unused revisions older than GRACE_MS, and the texts that only they
     * contain. `inUse` reads the ids in use from the newest record.
     */
    async collect(assistantId: string, inUse: () => Promise<ReadonlySet<string>>): Promise<void> {
      const first = await partition(assistantId, inUse);
      if (first.unused.length === 0) return;
      const versions = new Map<string, Version>();
      const unlisted = [...hashesOf(first.unused)].filter((hash) => !first.kept.has(hash));
      await mapLimited(unlisted, PARALLEL, async (hash) => {
        const found = await ledger.read(textsOf(assistantId), hash, 'strong');
        if (found) versions.set(hash, found.version);
      });
      // Read again after the versions of the texts: a writer whose revision is not in this list will rewrite
      // its texts, so that their versions change and they are not deleted.
      const { unused, kept } = await partition(assistantId, inUse);
      await mapLimited([...versions], PARALLEL, async ([hash, version]) => {
        if (!kept.has(hash)) await ledger.remove(textsOf(assistantId), hash, version);
      });
      const seen = new Set(first.unused.map(({ id }) => id));
      for (const { id } of unused) if (seen.has(id)) await removeRevision(assistantId, id);
    },

    /** Deletes all revisions and texts of an assistant. */
    async removeAll(assistantId: string): Promise<void> {
      const all = await list(assistantId);
      await mapLimited([...hashesOf(all)], PARALLEL, (hash) => removeText(assistantId, hash));
      // Deleted last, because they list the texts if this is interrupted.
      await mapLimited(all, PARALLEL, ({ id }) => removeRevision(assistantId, id));
    },
  };
}

/**
 * Stores revisions of assistants, and the texts of their documents by content hash. Every stored text is in
 * the list of a stored revision, so texts are found through revisions and never listed.
 */
export type StoredRevisions = ReturnType<typeof storedRevisions>;
