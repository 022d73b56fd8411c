import { BUILT_IN_ASSISTANT, type AssistantEdit } from '../../domain/assistants.ts';
import { ttlCache } from '../../domain/caching.ts';
import type { PricedCall } from '../../domain/pricing.ts';
import type { AssistantRequest, AssistantResult, Clock, KnowledgeSource } from '../../ports.ts';
import type { AssistantDocuments } from './assistant-documents.ts';
import type { AssistantRecords } from './assistant-records.ts';

/** An AI agent with everything that a turn of it needs. */
export interface ResolvedAssistant extends Omit<AssistantEdit, 'knowledge'> {
  knowledge: KnowledgeSource;
}

/** Who answers. */
export interface AssistantProfiles {
  /**
   * The AI agent with an id; for none, and for the id of a removed one, the global default. It may be as old as TTL_MS where
   * another instance has changed it.
   */
  profileFor(assistantId: string | undefined): Promise<ResolvedAssistant>;
  /** With the documents of the AI agent that is named; nobody's where none is. */
  resolve(edit: AssistantEdit, assistantId: string | undefined): Promise<ResolvedAssistant>;
  /** What was changed here counts here at once. */
  forget(): void;
}

/** How long an instance uses what it has read, in milliseconds. */
export const TTL_MS = 15_000;

const NO_DOCUMENTS: KnowledgeSource = {
  kind: 'documents',
  key: '',
  documents: () => Promise.resolve([]),
};

interface Dependencies {
  records: Pick<AssistantRecords, 'find' | 'chosen'>;
  documents: Pick<AssistantDocuments, 'source'>;
  builtIn: AssistantEdit;
  clock: Clock;
}

/** AI agents for the hot path: a turn asks the ledger only where this instance has not looked lately. */
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

/** A call that an assistant made, as its price depends on it. */
export function callOf(profile: ResolvedAssistant | undefined, { model }: AssistantResult): PricedCall {
  return { asked: profile?.model, answered: model, own: profile?.prices };
}

/** What the assistant is told of who it is. */
export function personaOf({
  name,
  instructions,
  knowledge,
  model,
  handover,
}: ResolvedAssistant): Omit<AssistantRequest, 'history'> {
  return {
    assistantName: name,
    instructions,
    knowledge,
    handover,
    ...(model !== undefined && { model }),
  };
}
