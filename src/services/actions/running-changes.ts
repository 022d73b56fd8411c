import * as z from 'zod/mini';
import { time } from '../../domain/records/fields.ts';
import type { Ports } from '../../ports.ts';
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

/**
 * The confirmed changes of all conversations, in the ledger. An instance that ends during a change leaves its
 * entry, by which a timer finds the conversation.
 */
export interface RunningChanges {
  add(change: RunningChange): Promise<void>;
  remove(proposalId: string): Promise<void>;
  list(): Promise<RunningChange[]>;
}

export function runningChanges({ ledger }: Pick<Ports, 'ledger'>): RunningChanges {
  return {
    async add({ proposalId, ...change }) {
      await ledger.write(KIND, proposalId, change, 'absent');
    },
    async remove(proposalId) {
      const entry = await ledger.read(KIND, proposalId, 'strong');
      if (entry) await ledger.remove(KIND, proposalId, entry.version);
    },
    async list() {
      const entries = readable(await ledger.list(KIND), RunningChange);
      return entries.map(({ id, value }) => ({ ...value, proposalId: id }));
    },
  };
}
