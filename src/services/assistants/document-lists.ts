import * as z from 'zod/mini';
import { FIRST_ASSISTANT } from '../../domain/assistants.ts';
import { StoredDocumentListing } from '../../domain/records/assistant.ts';
import type { Ports, Version } from '../../ports.ts';
import { readDocument, removeDocument, updateDocument } from '../platform/ledger-documents.ts';
import { isUnstored, type AssistantRecord, type AssistantRecords } from './assistant-records.ts';

/** The documents that count of an assistant or a candidate. */
export interface DocumentList {
  documents: readonly StoredDocumentListing[];
  /** Changes with the list. */
  version: Version;
}

/**
 * The lists of documents. That of a stored assistant is in its record, so that the profile and the documents
 * are replaced by one write; those of candidates, and of the first assistant until its first edit, are
 * documents of their own.
 */
export interface DocumentLists {
  /** `known` is the assistant's record where the caller has just read it: both are then of one moment. */
  read(assistantId: string, known?: AssistantRecord): Promise<DocumentList>;
  /** The lists that are documents of their own. */
  readAll(): Promise<ReadonlyMap<string, readonly StoredDocumentListing[]>>;
  /**
   * Stores the result of `edit` on the newest list; false where it returns undefined. `assistant-not-found`
   * where a stored assistant is gone.
   */
  change(
    assistantId: string,
    edit: (documents: readonly StoredDocumentListing[]) => StoredDocumentListing[] | undefined,
  ): Promise<boolean>;
  remove(assistantId: string): Promise<void>;
}

const LISTS = 'assistant-documents';
const List = z.object({ documents: z.array(StoredDocumentListing) });
const listOf = (assistantId: string) => ({ kind: LISTS, id: assistantId, schema: List });
const CANDIDATE = 'candidate-';

/** The id under which the documents of an assistant's candidate are stored. */
export const candidateDocuments = (assistantId: string) => `${CANDIDATE}${assistantId}`;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  records: Pick<AssistantRecords, 'find' | 'change'>;
};

export function documentLists(dependencies: Dependencies): DocumentLists {
  const { ledger, random, records } = dependencies;

  /** The record that the list is in; undefined for a list that is a document of its own. */
  async function recordOf(assistantId: string): Promise<AssistantRecord | undefined> {
    const record = assistantId.startsWith(CANDIDATE) ? undefined : await records.find(assistantId);
    return record && !isUnstored(record) ? record : undefined;
  }

  /** A list of a deleted assistant is not made anew. */
  const hasRecord = async (assistantId: string) =>
    (!assistantId.startsWith(CANDIDATE) && assistantId !== FIRST_ASSISTANT) ||
    (await recordOf(assistantId)) !== undefined;

  /** Also of a stored assistant whose documents were last changed by a release before the list was moved. */
  async function ownList(assistantId: string): Promise<DocumentList> {
    const list = await readDocument(ledger, listOf(assistantId));
    return { documents: list?.value.documents ?? [], version: list?.version ?? '' };
  }

  const remove = (assistantId: string) => removeDocument(LISTS, dependencies, listOf(assistantId));

  return {
    async read(assistantId, known) {
      const record = known ?? (await recordOf(assistantId));
      return record?.value.documents ?? (await ownList(assistantId));
    },

    async readAll() {
      const entries = await ledger.list(LISTS);
      return new Map(entries.map(({ id, value }) => [id, List.parse(value).documents]));
    },

    async change(assistantId, edit) {
      let isChanged = true;
      if (!(await hasRecord(assistantId))) {
        await updateDocument(LISTS, dependencies, listOf(assistantId), (stored) => {
          const documents = edit(stored?.value.documents ?? []);
          isChanged = documents !== undefined;
          return { value: documents && { documents }, result: undefined };
        });
        return isChanged;
      }
      const own = await ownList(assistantId);
      const stored = await records.change(assistantId, ({ value, etag }) => {
        const documents = edit((value.documents ?? own).documents);
        isChanged = documents !== undefined;
        if (!documents) return value;
        // The entity tag is that of the profile, which stays as it is.
        const { revision = etag } = value;
        return { ...value, revision, documents: { documents, version: random.uuid() } };
      });
      if (stored.value.documents && own.version !== '') await remove(assistantId);
      return isChanged;
    },

    remove,
  };
}
