import { referencedRevisions } from './rules/revisions.ts';
import type { AssistantRecords } from './assistant-records.ts';
import type { StoredRevisions } from './stored-revisions.ts';

interface Dependencies {
  records: Pick<AssistantRecords, 'find' | 'list'>;
  revisions: Pick<StoredRevisions, 'collect'>;
}

/** Deletes unused revisions of assistants. */
export function assistantCleanup({ records, revisions }: Dependencies) {
  async function inUse(assistantId: string): Promise<ReadonlySet<string>> {
    const record = await records.find(assistantId, 'strong');
    return record ? referencedRevisions(record.value) : new Set();
  }

  return {
    async run(): Promise<void> {
      for (const { id } of await records.list()) await revisions.collect(id, () => inUse(id));
    },
  };
}
