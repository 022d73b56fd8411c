import { FIRST_ASSISTANT } from '../../domain/assistants.ts';
import { editOf, type AssistantEdit } from '../../domain/records/assistant.ts';
import { AppError } from '../../domain/errors.ts';
import { ttlCache } from '../../domain/caching.ts';
import type { PricedCall } from '../../domain/cost.ts';
import type { AnswerRequest, AnswerResult, KnowledgeSource, Ports, StoredDocuments } from '../../ports.ts';
import type { AssistantDocuments } from './assistant-documents.ts';
import type { AssistantRecord, AssistantRecords } from './assistant-records.ts';

/** An assistant with everything that a turn needs. */
export interface ResolvedAssistant extends Omit<AssistantEdit, 'knowledge'> {
  knowledge: KnowledgeSource;
}

/** The assistants of conversations. */
export interface AssistantProfiles {
  /**
   * The assistant with an id; the global default for none, and for the id of a deleted one. Another
   * instance's change may take TTL_MS to be seen.
   */
  profileFor(assistantId: string | undefined): Promise<ResolvedAssistant>;
  /**
   * Completes an edit with the documents of this assistant, in addition to its folder; without documents
   * where none is given.
   */
  resolve(edit: AssistantEdit, assistantId: string | undefined): Promise<ResolvedAssistant>;
  /** Drops the cache, so that this instance's changes take effect at once. */
  forget(): void;
}

/** How old the known state of the assistants may be, in milliseconds. */
export const TTL_MS = 15_000;

const NO_DOCUMENTS: StoredDocuments = {
  kind: 'documents',
  key: '',
  documents: () => Promise.resolve([]),
};

type Dependencies = Pick<Ports, 'clock'> & {
  records: Pick<AssistantRecords, 'find' | 'chosen'>;
  documents: Pick<AssistantDocuments, 'source'>;
};

/** Assistants for the hot path, cached for TTL_MS. */
export function assistantProfiles(dependencies: Dependencies): AssistantProfiles {
  const { records, documents, clock } = dependencies;
  const profiles = ttlCache<ResolvedAssistant>({ clock, ttlMs: TTL_MS });

  async function resolve(
    edit: AssistantEdit,
    assistantId: string | undefined,
    known?: AssistantRecord,
  ): Promise<ResolvedAssistant> {
    const own = assistantId === undefined ? NO_DOCUMENTS : await documents.source(assistantId, known);
    return withDocuments(edit, own);
  }

  /** Profile and documents are of one record, so that a change of both is seen whole. */
  const resolveRecord = (record: AssistantRecord) => resolve(editOf(record.value), record.id, record);

  async function find(assistantId: string): Promise<ResolvedAssistant> {
    const record = await records.find(assistantId);
    return record ? await resolveRecord(record) : await findDefault();
  }

  async function findDefault(): Promise<ResolvedAssistant> {
    const chosen = await records.chosen();
    const record = (await records.find(chosen)) ?? (await records.find(FIRST_ASSISTANT));
    if (!record) throw new AppError('assistant-not-found');
    return await resolveRecord(record);
  }

  return {
    profileFor: (assistantId = '') =>
      profiles.get(assistantId, () => (assistantId === '' ? findDefault() : find(assistantId))),
    resolve: (edit, assistantId) => resolve(edit, assistantId),
    forget: profiles.clear,
  };
}

/** An assistant with its documents, in addition to the folder that it has. */
export function withDocuments(
  { knowledge, ...edit }: AssistantEdit,
  documents: StoredDocuments,
): ResolvedAssistant {
  return { ...edit, knowledge: knowledge.kind === 'folder' ? { ...knowledge, added: documents } : documents };
}

/** The pricing key of an assistant's call. */
export function callOf(
  profile: ResolvedAssistant | undefined,
  { model }: Pick<AnswerResult, 'model'>,
): PricedCall {
  return { asked: profile?.model, answered: model, own: profile?.prices };
}

/** The persona in the assistant's prompt. */
export function personaOf({
  name,
  instructions,
  knowledge,
  model,
  handoff,
}: ResolvedAssistant): Omit<AnswerRequest, 'history'> {
  return {
    assistantName: name,
    instructions,
    knowledge,
    handoff,
    ...(model !== undefined && { model }),
  };
}
