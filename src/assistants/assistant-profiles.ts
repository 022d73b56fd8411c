import { editOf, type AssistantEdit } from './records/assistant.ts';
import { AppError } from '../core/errors.ts';
import { ttlCache } from '../lib/caching.ts';
import type { PricedCall } from '../spending/rules/cost.ts';
import type { AnswerRequest, AnswerResult, Clock, KnowledgeSource, StoredDocuments } from '../ports.ts';
import { defaultOf, type AssistantRecord, type AssistantRecords } from './assistant-records.ts';
import type { LiveRevisions } from './live-revisions.ts';

/** An assistant with its knowledge source, for a turn. */
export interface ResolvedAssistant extends Omit<AssistantEdit, 'knowledge'> {
  knowledge: KnowledgeSource;
}

/** The time to live of the cache, in milliseconds. */
export const TTL_MS = 15_000;

const NO_DOCUMENTS: StoredDocuments = {
  kind: 'documents',
  key: '',
  documents: () => Promise.resolve([]),
};

interface Dependencies {
  clock: Clock;
  records: Pick<AssistantRecords, 'find' | 'list'>;
  live: Pick<LiveRevisions, 'knowledge'>;
}

/** Reads all records with one request. */
export function assistantProfiles({ records, live, clock }: Dependencies) {
  const lists = ttlCache<AssistantRecord[]>({ clock, ttlMs: TTL_MS });
  const found = ttlCache<AssistantRecord>({ clock, ttlMs: TTL_MS });
  const profiles = ttlCache<ResolvedAssistant>({ clock, ttlMs: TTL_MS });

  const resolve = async (edit: AssistantEdit, record: AssistantRecord | undefined) =>
    withKnowledge(edit, record ? await live.knowledge(record) : NO_DOCUMENTS);

  async function load(assistantId: string): Promise<AssistantRecord> {
    const all = await lists.get('', () => records.list());
    const named = all.find(({ id }) => id === assistantId);
    // An assistant that another instance has just created may be missing in the list.
    const stored = named ?? (assistantId === '' ? undefined : await records.find(assistantId, 'strong'));
    const record = stored ?? defaultOf(all);
    if (!record) throw new AppError('assistant-not-found');
    return record;
  }

  const recordFor = (assistantId = '') => found.get(assistantId, () => load(assistantId));

  return {
    /**
     * The assistant with an id; the global default if the id is undefined or its assistant was deleted.
     * Changes by other instances take effect within TTL_MS.
     */
    profileFor: (assistantId = '') =>
      profiles.get(assistantId, async () => {
        const record = await recordFor(assistantId);
        return await resolve(editOf(record.value), record);
      }),

    /** The id of the assistant that `profileFor` returns, if it has had actions. */
    async assistantWithActions(assistantId: string | undefined) {
      const { id, value } = await recordFor(assistantId);
      return value.hasActions === true ? id : undefined;
    },

    /**
     * Adds the documents of an assistant to an edit; without an id there are no documents.
     */
    async resolve(edit: AssistantEdit, assistantId: string | undefined) {
      return await resolve(edit, assistantId === undefined ? undefined : await records.find(assistantId));
    },

    /** Clears the cache, so that changes by this instance take effect immediately. */
    forget() {
      lists.clear();
      found.clear();
      profiles.clear();
    },
  };
}

/** The assistants of conversations, cached for `TTL_MS`. */
export type AssistantProfiles = ReturnType<typeof assistantProfiles>;

/** Combines the folder of an assistant with its documents. */
export function withKnowledge(
  { knowledge, ...edit }: AssistantEdit,
  documents: StoredDocuments,
): ResolvedAssistant {
  return { ...edit, knowledge: knowledge.kind === 'folder' ? { ...knowledge, added: documents } : documents };
}

/** The input of `Pricing` for an answer of an assistant. */
export function pricedCallOf(
  profile: ResolvedAssistant | undefined,
  { model }: Pick<AnswerResult, 'model'>,
): PricedCall {
  return { requestedModel: profile?.model, model, own: profile?.prices };
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
