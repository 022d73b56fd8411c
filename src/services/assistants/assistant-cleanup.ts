import * as z from 'zod/mini';
import { referencedRevisions } from '../../domain/revisions.ts';
import type { Ports } from '../../ports.ts';
import { readable, removeDocument } from '../platform/ledger-documents.ts';
import type { AssistantRecords } from './assistant-records.ts';
import { GRACE_MS, type StoredRevisions } from './stored-revisions.ts';

/** Deletes unused data of assistants. */
export interface AssistantCleanup {
  /** Deletes all data of an assistant after `remove` has deleted its record; a later `run` completes it. */
  removeAfter(assistantId: string, remove: () => Promise<void>): Promise<void>;
  /** Deletes unused revisions and the remains of interrupted changes. */
  run(): Promise<void>;
}

const REMOVALS = 'assistant-removals';
const Removal = z.object({ removedAt: z.iso.datetime() });

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  records: Pick<AssistantRecords, 'find' | 'list'>;
  revisions: Pick<StoredRevisions, 'collect' | 'removeAll'>;
};

export function assistantCleanup(dependencies: Dependencies): AssistantCleanup {
  const { clock, ledger, records, revisions } = dependencies;

  async function inUse(assistantId: string): Promise<ReadonlySet<string>> {
    const record = await records.find(assistantId, 'strong');
    return record ? referencedRevisions(record.value) : new Set();
  }

  /** Repeats recorded removals, because a concurrent change may have stored data after them. */
  async function finishRemovals(): Promise<void> {
    for (const { id, value } of readable(await ledger.list(REMOVALS), Removal)) {
      if (Date.parse(value.removedAt) > clock.now() - GRACE_MS) continue;
      // The record still exists if the removal was refused or interrupted before its first step.
      if (!(await records.find(id, 'strong'))) await revisions.removeAll(id);
      await removeDocument(REMOVALS, dependencies, { kind: REMOVALS, id, schema: Removal });
    }
  }

  return {
    async removeAfter(assistantId, remove) {
      const removedAt = new Date(clock.now()).toISOString();
      await ledger.write(REMOVALS, assistantId, { removedAt }, 'absent');
      await remove();
      await revisions.removeAll(assistantId);
    },

    async run() {
      for (const { id } of await records.list()) await revisions.collect(id, () => inUse(id));
      await finishRemovals();
    },
  };
}
