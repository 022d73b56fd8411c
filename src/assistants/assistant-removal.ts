import * as z from 'zod/mini';
import { nowIso } from '../lib/fields.ts';
import type { Ports, Version } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { jobs } from '../platform/jobs.ts';
import type { Leases } from '../platform/leases.ts';
import { readable, readDocument, updateDocument, type StoredDocument } from '../platform/ledger-documents.ts';
import type { AssistantRecords } from './assistant-records.ts';

const KIND = 'assistant-removals';
const Removal = z.object({
  removedAt: z.iso.datetime(),
  /** When the data was deleted for the first time. */
  clearedAt: z.exactOptional(z.iso.datetime()),
});

/**
 * The data is deleted a second time after this time, in milliseconds, because an instance may have been in
 * the middle of a change when the assistant was deleted.
 */
export const REMOVED_AGAIN_MS = 600_000;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  records: Pick<AssistantRecords, 'find'>;
  leases: Leases;
  background: Background;
  stopping: AbortSignal;
  /** Deletes one kind of data of an assistant each; repeated after a failure. */
  parts: readonly ((assistantId: string) => Promise<void>)[];
};

interface DueRemoval {
  id: string;
  version: Version;
  isSecond: boolean;
}

/** A removal is marked in the ledger before the record is deleted, so that it always ends. */
export function assistantRemoval(dependencies: Dependencies) {
  const { clock, ledger, records, parts } = dependencies;
  const removalOf = (id: string) => ({ kind: KIND, id, schema: Removal, consistency: 'strong' as const });
  const now = () => nowIso(clock);

  function dueOf(id: string, { value, version }: StoredDocument<z.output<typeof Removal>>) {
    const { removedAt, clearedAt } = value;
    const isSecond = clock.now() - Date.parse(removedAt) >= REMOVED_AGAIN_MS;
    return isSecond || clearedAt === undefined ? { id, version, isSecond } : undefined;
  }

  const work = jobs<DueRemoval>({
    ...dependencies,
    async due() {
      const marked = readable(await ledger.list(KIND), Removal);
      return marked.flatMap((entry) => (dueOf(entry.id, entry) ? [entry.id] : []));
    },
    async find(id) {
      const marked = await readDocument(ledger, removalOf(id));
      const due = marked && dueOf(id, marked);
      if (!due || due.isSecond) return due;
      // Before its second time, a removal that was refused or not yet done stays as it is.
      return (await records.find(id, 'strong')) ? undefined : due;
    },
    leaseOf: ({ id }) => `assistant-removal ${id}`,
    async run({ id, version, isSecond }, { lease }) {
      // A removal that was refused, or interrupted before its first step, deletes nothing.
      if (!(await records.find(id, 'strong'))) {
        for (const part of parts) {
          lease.check();
          await part(id);
        }
      }
      if (isSecond) {
        // Kept if the removal was marked again in the meantime; the next step then begins with it.
        await ledger.remove(KIND, id, version);
        return;
      }
      const clearedAt = now();
      await updateDocument(KIND, dependencies, removalOf(id), (stored) => ({
        value: stored && { ...stored.value, clearedAt },
        result: undefined,
      }));
    },
  });

  return {
    runDue: work.runDue,

    /** Runs `remove`, which deletes the record of an assistant; a job then deletes all that belongs to it. */
    async removeAfter(assistantId: string, remove: () => Promise<void>): Promise<void> {
      await updateDocument<z.output<typeof Removal>, undefined>(
        KIND,
        dependencies,
        removalOf(assistantId),
        () => ({ value: { removedAt: now() }, result: undefined }),
      );
      await remove();
      work.wake(assistantId);
    },
  };
}

/** Deletes the data of deleted assistants. */
export type AssistantRemoval = ReturnType<typeof assistantRemoval>;
