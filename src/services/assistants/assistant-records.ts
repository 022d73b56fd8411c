import * as z from 'zod/mini';
import { FIRST_ASSISTANT } from '../../domain/assistants.ts';
import { entityTag } from '../../domain/entity-tag.ts';
import { StoredAssistant, type AssistantEdit } from '../../domain/records/assistant.ts';
import type { Ports } from '../../ports.ts';
import { ledgerRecords, type LedgerRecord, type LedgerRecords } from '../platform/ledger-records.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

/** A stored assistant with its version. */
export type AssistantRecord = LedgerRecord<StoredAssistant>;

/**
 * The assistants, and the id of the global default. The first one is stored with its first edit; until then
 * it has its starting values.
 */
export interface AssistantRecords extends LedgerRecords<StoredAssistant> {
  /**
   * The id that was chosen last, even of an assistant that was deleted since; initially the first one's.
   */
  chosen(): Promise<string>;
  choose(assistantId: string): Promise<void>;
}

const KIND = 'assistants';
const CHOICE = {
  kind: 'assistant-default',
  id: 'global',
  schema: z.object({ assistantId: z.string() }),
};
/** The entity tag of the first assistant while it is not stored. */
const UNSTORED = '"first"';

/** Whether it is the first assistant with its starting values. */
export const isUnstored = ({ etag }: Pick<AssistantRecord, 'etag'>): boolean => etag === UNSTORED;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** The starting values of the first assistant. */
  first: AssistantEdit;
};

/** Stores assistants in the ledger. */
export function assistantRecords(dependencies: Dependencies): AssistantRecords {
  const { ledger } = dependencies;
  const stored = ledgerRecords({
    ...dependencies,
    kind: KIND,
    schema: StoredAssistant,
    missing: 'assistant-not-found',
  });
  const at = new Date(0).toISOString();
  const first: AssistantRecord = {
    id: FIRST_ASSISTANT,
    value: { ...dependencies.first, createdAt: at, updatedAt: at },
    etag: UNSTORED,
  };
  const firstDocument = {
    kind: KIND,
    id: FIRST_ASSISTANT,
    schema: StoredAssistant,
    consistency: 'strong' as const,
  };

  return {
    ...stored,

    async list() {
      const all = await stored.list();
      return all.some(({ id }) => id === FIRST_ASSISTANT) ? all : [first, ...all];
    },

    async find(id, consistency = 'session') {
      if (id !== FIRST_ASSISTANT) return await stored.find(id, consistency);
      // It is always there, so a replica that has no document of it yet is not asked twice.
      const found = await readDocument(ledger, { ...firstDocument, consistency });
      return found ? { id, value: found.value, etag: entityTag(found.version) } : first;
    },

    async change(id, edit) {
      if (id !== FIRST_ASSISTANT) return await stored.change(id, edit);
      const changed = await updateDocument(KIND, dependencies, firstDocument, (found) => {
        const value = edit(found ? { id, value: found.value, etag: entityTag(found.version) } : first);
        return { value, result: value };
      });
      return { id, value: changed.result, etag: entityTag(changed.version) };
    },

    async chosen() {
      const chosen = await readDocument(ledger, CHOICE);
      return chosen?.value.assistantId ?? FIRST_ASSISTANT;
    },

    async choose(assistantId) {
      const chosen = { value: { assistantId }, result: undefined };
      await updateDocument(CHOICE.kind, dependencies, CHOICE, () => chosen);
    },
  };
}
