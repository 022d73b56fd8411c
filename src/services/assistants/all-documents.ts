import type { KnowledgeDocument } from '../../ports.ts';
import type { AssistantDocuments } from './assistant-documents.ts';
import type { AssistantRecords } from './assistant-records.ts';

/** The uploaded documents of every assistant and of every candidate, one of them at a time. */
export async function* allDocuments(
  documents: Pick<AssistantDocuments, 'listAll' | 'source'>,
  records: Pick<AssistantRecords, 'list'>,
): AsyncGenerator<readonly KnowledgeDocument[]> {
  const [stored, lists] = await Promise.all([records.list(), documents.listAll()]);
  for (const id of new Set([...stored.map((record) => record.id), ...lists.keys()])) {
    const { documents: read } = await documents.source(id);
    yield await read();
  }
}
