import type { AssistantEdit } from '../../domain/records/assistant.ts';
import type { Ports } from '../../ports.ts';
import { assistantMigration, type AssistantMigration } from './assistant-migration.ts';
import { assistantRecords, type AssistantRecords } from './assistant-records.ts';
import { liveRevisions, type LiveRevisions } from './live-revisions.ts';
import { storedRevisions, type StoredRevisions } from './stored-revisions.ts';

export interface AssistantStorage {
  records: AssistantRecords;
  revisions: StoredRevisions;
  live: LiveRevisions;
  migration: AssistantMigration;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** The starting values of the first assistant. */
  first: AssistantEdit;
};

/** Create it once per instance: it contains the cache of revisions. */
export function assistantStorage(dependencies: Dependencies): AssistantStorage {
  const revisions = storedRevisions(dependencies);
  const migration = assistantMigration({ ...dependencies, revisions });
  const records = assistantRecords({ ...dependencies, migrate: migration.run });
  return { records, revisions, migration, live: liveRevisions({ records, revisions }) };
}
