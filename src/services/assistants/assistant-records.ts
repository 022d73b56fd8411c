import * as z from 'zod/mini';
import { BUILT_IN_ASSISTANT, HANDOVERS, type AssistantProfile } from '../../domain/assistants.ts';
import type { Clock, Ledger, Random, Telemetry } from '../../ports.ts';
import { ledgerRecords, type LedgerRecords } from '../platform/ledger-records.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';

export type StoredAssistant = Omit<AssistantProfile, 'id'>;

/** The AI agents as they are stored, and which of them is the global default. */
export interface AssistantRecords extends LedgerRecords<StoredAssistant> {
  /** Who was chosen; the built-in one where nobody was. An id of nobody any more is possible. */
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

const CHOICE = ['assistant-default', 'global'] as const;
const Choice = z.object({ assistantId: z.string() });

interface Dependencies {
  ledger: Ledger;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
}

/** Keeps AI agents in the ledger. */
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
      const entry = await ledger.read(...CHOICE);
      return entry ? Choice.parse(entry.value).assistantId : BUILT_IN_ASSISTANT;
    },

    choose: (assistantId) =>
      retryOnConflict('assistant-default', dependencies, async () => {
        const version = (await ledger.read(...CHOICE))?.version ?? 'absent';
        const written = await ledger.write(...CHOICE, { assistantId }, version);
        return written === undefined ? { written: false } : { written: true, result: undefined };
      }),
  };
}
