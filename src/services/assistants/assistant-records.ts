import * as z from 'zod/mini';
import { BUILT_IN_ASSISTANT, HANDOVERS, type AssistantProfile } from '../../domain/assistants.ts';
import type { Clock, Ledger, Random, Telemetry } from '../../ports.ts';
import { ledgerRecords, type LedgerRecords } from '../platform/ledger-records.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

export type StoredAssistant = Omit<AssistantProfile, 'id'>;

/** The stored assistants, and the id of the global default. */
export interface AssistantRecords extends LedgerRecords<StoredAssistant> {
  /**
   * The id that was chosen last, even of an assistant that was deleted since; initially the built-in one's.
   */
  chosen(): Promise<string>;
  choose(assistantId: string): Promise<void>;
}

const Stored: z.ZodMiniType<StoredAssistant> = z.object({
  name: z.string(),
  instructions: z.string(),
  greeting: z.string(),
  knowledge: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('folder'), folder: z.string() }),
    z.object({ kind: z.literal('documents') }),
  ]),
  model: z.optional(z.string()),
  prices: z.optional(
    z.object({
      input: z.exactOptional(z.number()),
      cachedInput: z.exactOptional(z.number()),
      cacheWrite: z.exactOptional(z.number()),
      output: z.exactOptional(z.number()),
    }),
  ),
  handover: z.enum(HANDOVERS),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

const CHOICE = {
  kind: 'assistant-default',
  id: 'global',
  schema: z.object({ assistantId: z.string() }),
};

interface Dependencies {
  ledger: Ledger;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
}

/** Stores assistants in the ledger. */
export function assistantRecords(dependencies: Dependencies): AssistantRecords {
  const { ledger } = dependencies;
  return {
    ...ledgerRecords({
      ...dependencies,
      kind: 'assistants',
      schema: Stored,
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
