import type { AssistantEdit } from '../../domain/records/assistant.ts';
import type { Ports } from '../../ports.ts';
import { websiteKnowledge, type WebsiteKnowledge } from '../knowledge/website-knowledge.ts';
import { websitePublications } from '../knowledge/website-publications.ts';
import { websiteRecords } from '../knowledge/website-records.ts';
import { assistantRecords, type AssistantRecords } from './assistant-records.ts';
import { liveRevisions, type LiveRevisions } from './live-revisions.ts';
import { storedRevisions, type StoredRevisions } from './stored-revisions.ts';

export interface AssistantStorage {
  records: AssistantRecords;
  revisions: StoredRevisions;
  live: LiveRevisions;
  websites: WebsiteKnowledge;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** The starting values of the first assistant. */
  first: AssistantEdit;
};

/** Create it once per instance: it contains the cache of revisions. */
export function assistantStorage(dependencies: Dependencies): AssistantStorage {
  const revisions = storedRevisions(dependencies);
  const websites = websiteKnowledge({
    records: websiteRecords(dependencies),
    publications: websitePublications(dependencies),
  });
  const records = assistantRecords(dependencies);
  return { records, revisions, live: liveRevisions({ records, revisions, websites }), websites };
}
