import { AppError } from '../../domain/errors.ts';
import { editOf } from '../../domain/records/assistant.ts';
import type { KnowledgeDocument, StoredDocuments } from '../../ports.ts';
import type { AssistantRecord, AssistantRecords } from './assistant-records.ts';
import type { Revision, StoredRevisions } from './stored-revisions.ts';

/** An assistant with its live revision. */
export interface CurrentAssistant {
  record: AssistantRecord;
  live: Revision;
}

/** Reads the live revisions and texts of assistants. */
export interface LiveRevisions {
  /** Undefined if the assistant does not exist. */
  current(assistantId: string): Promise<CurrentAssistant | undefined>;
  /** The live revision of a record; if it was deleted in the meantime, the revision of the newest record. */
  of(record: AssistantRecord): Promise<Revision>;
  /** The live revision of a record; undefined if it was replaced and deleted. */
  find(record: AssistantRecord): Promise<Revision | undefined>;
  /** The live documents of a record, loaded on demand. */
  source(record: AssistantRecord): StoredDocuments;
}

interface Dependencies {
  records: Pick<AssistantRecords, 'find'>;
  revisions: Pick<StoredRevisions, 'read' | 'texts'>;
}

export function liveRevisions({ records, revisions }: Dependencies): LiveRevisions {
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

  async function textsOf(record: AssistantRecord): Promise<KnowledgeDocument[]> {
    const { documents } = await of(record);
    const found = await revisions.texts(record.id, documents);
    const newest = found.length === documents.length ? undefined : await newer(record);
    return newest ? await textsOf(newest) : found;
  }

  return {
    of,
    find,

    async current(assistantId) {
      const record = await records.find(assistantId);
      return record && { record, live: await of(record) };
    },

    source: (record) => ({
      kind: 'documents',
      key: record.value.live.documentsKey,
      series: record.id,
      documents: () => textsOf(record),
    }),
  };
}
