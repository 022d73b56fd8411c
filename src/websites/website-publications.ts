import * as z from 'zod/mini';
import { mapLimited } from '../lib/concurrency.ts';
import { count, trusted } from '../lib/fields.ts';
import { RevisionDocument } from '../knowledge/records/knowledge-document.ts';
import { documentsKey } from '../knowledge/rules/revision-documents.ts';
import type { KnowledgeDocument, Ports } from '../ports.ts';
import {
  readDocument,
  removeDocument,
  updateDocument,
  type LedgerDocument,
} from '../platform/ledger-documents.ts';

/** A document of a publication, with the number of its sections. */
const PublishedDocument = z.extend(RevisionDocument, { sections: count() });
export type PublishedDocument = z.output<typeof PublishedDocument>;

/** How many texts are read or written at the same time. */
const PARALLEL = 8;

const Publication = trusted(z.object({ documents: z.readonly(z.array(PublishedDocument)) }));
const Text = z.object({ markdown: z.string() });
/** The key of an empty list, which is not stored. */
const EMPTY = '';
const publicationsOf = (sourceId: string) => `website-publications-${sourceId}`;
const documentsOf = (sourceId: string) => `website-documents-${sourceId}`;

/**
 * Stores what websites publish: lists of documents under their key, and the texts by content hash. A website
 * has at most two lists, the live and the waiting one; only the holder of its lease writes.
 */
export function websitePublications(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { ledger } = dependencies;
  const listAt = (sourceId: string, key: string) => ({
    kind: publicationsOf(sourceId),
    id: key,
    schema: Publication,
  });

  const textAt = (sourceId: string, hash: string) => ({
    kind: documentsOf(sourceId),
    id: hash,
    schema: Text,
  });

  /** Undefined if it was replaced and deleted. */
  async function documents(sourceId: string, key: string): Promise<readonly PublishedDocument[] | undefined> {
    if (key === EMPTY) return [];
    const near = await readDocument(ledger, listAt(sourceId, key));
    const stored = near ?? (await readDocument(ledger, { ...listAt(sourceId, key), consistency: 'strong' }));
    return stored?.value.documents;
  }

  async function text(sourceId: string, hash: string): Promise<string | undefined> {
    const at = textAt(sourceId, hash);
    const found =
      (await readDocument(ledger, at)) ?? (await readDocument(ledger, { ...at, consistency: 'strong' }));
    return found?.value.markdown;
  }

  /**
   * Stores an entry. An existing one is written again, so that its version changes: another instance that had
   * the lease before may be about to delete it.
   */
  async function put<T>(operation: string, document: LedgerDocument<T>, value: T): Promise<void> {
    if ((await ledger.write(document.kind, document.id, value, 'absent')) !== undefined) return;
    await updateDocument(operation, dependencies, document, () => ({ value, result: undefined }));
  }

  return {
    documents,

    /** The texts of documents, in their order, with one request each; deleted ones are left out. */
    async texts(
      sourceId: string,
      all: readonly Pick<PublishedDocument, 'name' | 'textHash'>[],
    ): Promise<KnowledgeDocument[]> {
      const found = await mapLimited(all, PARALLEL, async ({ name, textHash }) => ({
        name,
        markdown: await text(sourceId, textHash),
      }));
      return found.flatMap(({ name, markdown }) => (markdown === undefined ? [] : [{ name, markdown }]));
    },

    /** Stores the list and the new texts, by hash; returns the key of the list. */
    async store(
      sourceId: string,
      all: readonly PublishedDocument[],
      added: ReadonlyMap<string, string>,
      check: () => void,
    ): Promise<string> {
      const key = documentsKey(all);
      if (key === EMPTY) return key;
      check();
      // Written before the texts, so that `sweep` finds them if this is interrupted.
      await put('website-publications', listAt(sourceId, key), { documents: all });
      await mapLimited([...added], PARALLEL, async ([hash, markdown]) => {
        check();
        await put('website-documents', textAt(sourceId, hash), { markdown });
      });
      return key;
    },

    /** Deletes all lists but those of `keys`, each after the texts that only it has. */
    async sweep(sourceId: string, keys: readonly string[], check: () => void): Promise<void> {
      const kept = await Promise.all(keys.map((key) => documents(sourceId, key)));
      const used = new Set(kept.flatMap((list) => list ?? []).map(({ textHash }) => textHash));
      for (const { id, value } of await ledger.list(publicationsOf(sourceId), 'strong')) {
        if (keys.includes(id)) continue;
        const hashes = new Set(Publication.parse(value).documents.map(({ textHash }) => textHash));
        const unused = [...hashes].filter((hash) => !used.has(hash));
        await mapLimited(unused, PARALLEL, async (hash) => {
          await removeDocument('website-documents', dependencies, textAt(sourceId, hash), check);
        });
        await removeDocument('website-publications', dependencies, listAt(sourceId, id), check);
      }
    },

    /** The ledger kinds of a website's publications, for its deletion. */
    kindsOf: (sourceId: string): string[] => [documentsOf(sourceId), publicationsOf(sourceId)],
  };
}

export type WebsitePublications = ReturnType<typeof websitePublications>;
