import * as z from 'zod/mini';
import { time } from '../lib/fields.ts';
import type { Ports } from '../ports.ts';
import { readable } from '../platform/ledger-documents.ts';

const KIND = 'running-changes';
const RunningChange = z.object({ sessionId: z.string(), messageId: z.string(), confirmedAt: time() });

/** A confirmed change whose result is not stored yet. */
export interface RunningChange {
  sessionId: string;
  messageId: string;
  proposalId: string;
  confirmedAt: string;
}

export function runningChanges({ ledger }: Pick<Ports, 'ledger'>) {
  return {
    async add({ proposalId, ...change }: RunningChange): Promise<void> {
      await ledger.write(KIND, proposalId, change, 'absent');
    },
    async remove(proposalId: string): Promise<void> {
      const entry = await ledger.read(KIND, proposalId, 'strong');
      if (entry) await ledger.remove(KIND, proposalId, entry.version);
    },
    async list(): Promise<RunningChange[]> {
      const entries = readable(await ledger.list(KIND), RunningChange);
      return entries.map(({ id, value }) => ({ ...value, proposalId: id }));
    },
  };
}

/**
 * The confirmed changes of all conversations, in the ledger. An instance that ends during a change leaves its
 * entry, by which a timer finds the conversation.
 */
export type RunningChanges = ReturnType<typeof runningChanges>;
