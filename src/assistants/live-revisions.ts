import { freeDocumentName } from '../platform/rules/document-names.ts';
import { AppError } from '../core/errors.ts';
import { editOf } from './records/assistant.ts';
import type { RevisionDocument } from '../knowledge/records/knowledge-document.ts';
import { documentsKey } from '../knowledge/rules/revision-documents.ts';
import type { KnowledgeDocument, StoredDocuments } from '../ports.ts';
import type { PublicationKind, WebsiteKnowledge } from '../websites/website-knowledge.ts';
import type { AssistantRecord, AssistantRecords } from './assistant-records.ts';
import type { Revision, StoredRevisions } from './stored-revisions.ts';

/** An assistant with its live revision. */
export interface CurrentAssistant {
  record: AssistantRecord;
  live: Revision;
}

interface KnowledgeOptions {
  /** Default: the live documents of the record. */
  documents?: readonly RevisionDocument[];
  kind: PublicationKind;
}

interface Dependencies {
  records: Pick<AssistantRecords, 'find'>;
  revisions: Pick<StoredRevisions, 'read' | 'texts'>;
  websites: WebsiteKnowledge;
}

export function liveRevisions({ records, revisions, websites }: Dependencies) {
  async function find({ id, value }: AssistantRecord): Promise<Revision | undefined> {
    const { revision } = value.live;
    if (revision !== '') return await revisions.read(id, revision);
    return { id: '', edit: editOf(value), documents: [], createdAt: value.createdAt };
  }

  /** The newest record; undefined if the version is unchanged. */
  async function newer({ id, version }: AssistantRecord): Promise<AssistantRecord | undefined> {
    const newest = await records.find(id, 'strong');
    if (!newest) throw new AppError('assistant-not-found');
    return newest.version === version ? undefined : newest;
  }

  async function of(record: AssistantRecord): Promise<Revision> {
    const live = await find(record);
    if (live) return live;
    const newest = await newer(record);
    if (!newest) throw new AppError('store-unavailable');
    return await of(newest);
  }

  async function ownTexts(
    record: AssistantRecord,
    onReplaced: () => void = () => undefined,
  ): Promise<KnowledgeDocument[]> {
    const { documents } = await of(record);
    if (documentsKey(documents) !== record.value.live.documentsKey) onReplaced();
    const found = await revisions.texts(record.id, documents);
    const newest = found.length === documents.length ? undefined : await newer(record);
    if (!newest) return found;
    onReplaced();
    return await ownTexts(newest);
  }

  return {
    /**
     * The live revision of a record; if it was deleted in the meantime, the revision of the newest record.
     */
    of,
    /** The live revision of a record; undefined if it was replaced and deleted. */
    find,
    /** The live texts of an assistant's own documents. */
    ownTexts,

    /** Undefined if the assistant does not exist. */
    async current(assistantId: string): Promise<CurrentAssistant | undefined> {
      const record = await records.find(assistantId);
      return record && { record, live: await of(record) };
    },

    /**
     * The knowledge of an assistant: its own documents and those of its websites. Texts are loaded on demand.
     */
    async knowledge(
      record: AssistantRecord,
      { documents, kind }: KnowledgeOptions = { kind: 'live' },
    ): Promise<StoredDocuments> {
      const own = (await websites.list()).filter(({ value }) => value.assistantId === record.id);
      const ownKey = documents ? documentsKey(documents) : record.value.live.documentsKey;
      return {
        kind: 'documents',
        key: `${ownKey} ${websites.keyOf(own, kind)}`.trim(),
        ...(kind === 'live' && { series: record.id }),
        async documents(onReplaced) {
          const texts = documents
            ? await revisions.texts(record.id, documents)
            : await ownTexts(record, onReplaced);
          const all = [...texts];
          for await (const several of websites.documents(own, kind, onReplaced)) all.push(...several);
          return withFreeNames(all);
        },
      };
    },
  };
}

/** Reads the live revisions and texts of assistants. */
export type LiveRevisions = ReturnType<typeof liveRevisions>;

/** Numbers the names that several sources have; the assistant's own documents keep theirs. */
function withFreeNames(documents: readonly KnowledgeDocument[]): KnowledgeDocument[] {
  const taken = new Set<string>();
  return documents.map((document) => {
    const name = freeDocumentName(document.name, taken);
    taken.add(name);
    return name === document.name ? document : { ...document, name };
  });
}
