import { BUILT_IN_ASSISTANT } from '../../domain/assistants.ts';
import type { AssistantEdit } from '../../domain/records/assistant.ts';
import { ttlCache } from '../../domain/caching.ts';
import type { PricedCall } from '../../domain/pricing.ts';
import type { AnswerRequest, AnswerResult, KnowledgeSource, Ports } from '../../ports.ts';
import type { AssistantDocuments } from './assistant-documents.ts';
import type { AssistantRecords } from './assistant-records.ts';

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
   * Completes an edit with the uploaded documents of this assistant; without documents where none is given.
   */
  resolve(edit: AssistantEdit, assistantId: string | undefined): Promise<ResolvedAssistant>;
  /** Drops the cache, so that this instance's changes take effect at once. */
  forget(): void;
}

/** How long an assistant is cached, in milliseconds. */
export const TTL_MS = 15_000;

const NO_DOCUMENTS: KnowledgeSource = {
  kind: 'documents',
  key: '',
  documents: () => Promise.resolve([]),
};

type Dependencies = Pick<Ports, 'clock'> & {
  records: Pick<AssistantRecords, 'find' | 'chosen'>;
  documents: Pick<AssistantDocuments, 'source'>;
  builtIn: AssistantEdit;
};

/** Assistants for the hot path: a turn only reads the ledger where the cache has expired. */
export function assistantProfiles({ records, documents, builtIn, clock }: Dependencies): AssistantProfiles {
  const resolved = ttlCache<ResolvedAssistant>({ clock, ttlMs: TTL_MS });

  async function resolve(
    { knowledge, ...edit }: AssistantEdit,
    assistantId: string | undefined,
  ): Promise<ResolvedAssistant> {
    if (knowledge.kind === 'folder') return { ...edit, knowledge };
    const own = assistantId === undefined ? NO_DOCUMENTS : await documents.source(assistantId);
    return { ...edit, knowledge: own };
  }

  async function load(assistantId: string): Promise<ResolvedAssistant> {
    if (assistantId === BUILT_IN_ASSISTANT) return await resolve(builtIn, undefined);
    const record = await records.find(assistantId);
    return record ? await resolve(record.value, assistantId) : await profileFor(undefined);
  }

  async function loadDefault(): Promise<ResolvedAssistant> {
    const chosen = await records.chosen();
    const record = chosen === BUILT_IN_ASSISTANT ? undefined : await records.find(chosen);
    return await (record ? resolve(record.value, chosen) : load(BUILT_IN_ASSISTANT));
  }

  function profileFor(assistantId: string | undefined): Promise<ResolvedAssistant> {
    return resolved.get(assistantId ?? '', () =>
      assistantId === undefined ? loadDefault() : load(assistantId),
    );
  }

  return { profileFor, resolve, forget: resolved.clear };
}

/** The pricing key of an assistant's call. */
export function callOf(profile: ResolvedAssistant | undefined, { model }: AnswerResult): PricedCall {
  return { asked: profile?.model, answered: model, own: profile?.prices };
}

/** The persona in the assistant's prompt. */
export function personaOf({
  name,
  instructions,
  knowledge,
  model,
  handover,
}: ResolvedAssistant): Omit<AnswerRequest, 'history'> {
  return {
    assistantName: name,
    instructions,
    knowledge,
    handover,
    ...(model !== undefined && { model }),
  };
}
