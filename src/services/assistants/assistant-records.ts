import * as z from 'zod/mini';
import { BUILT_IN_ASSISTANT } from '../../domain/assistants.ts';
import { StoredAssistant } from '../../domain/records/assistant.ts';
import type { Ports } from '../../ports.ts';
import { ledgerRecords, type LedgerRecord, type LedgerRecords } from '../platform/ledger-records.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

/** A stored assistant with its version. */
export type AssistantRecord = LedgerRecord<StoredAssistant>;

/** The stored assistants, and the id of the global default. */
export interface AssistantRecords extends LedgerRecords<StoredAssistant> {
  /**
   * The id that was chosen last, even of an assistant that was deleted since; initially the built-in one's.
   */
  chosen(): Promise<string>;
  choose(assistantId: string): Promise<void>;
}

const CHOICE = {
  kind: 'assistant-default',
  id: 'global',
  schema: z.object({ assistantId: z.string() }),
};

/** Stores assistants in the ledger. */
export function assistantRecords(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): AssistantRecords {
  const { ledger } = dependencies;
  return {
    ...ledgerRecords({
      ...dependencies,
      kind: 'assistants',
      schema: StoredAssistant,
      missing: 'assistant-not-found',
    }),

    async chosen() {
      const chosen = await readDocument(ledger, CHOICE);
      return chosen?.value.assistantId ?? BUILT_IN_ASSISTANT;
    },

    async choose(assistantId) {
      const chosen = { value: { assistantId }, result: undefined };
      await updateDocument(CHOICE.kind, dependencies, CHOICE, () => chosen);
    },
  };
}
