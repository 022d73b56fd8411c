import type { AssistantEdit } from './records/assistant.ts';
import type { Ports } from '../ports.ts';
import { websiteKnowledge } from '../websites/website-knowledge.ts';
import { websitePublications } from '../websites/website-publications.ts';
import { websiteRecords } from '../websites/website-records.ts';
import { assistantRecords } from './assistant-records.ts';
import { liveRevisions } from './live-revisions.ts';
import { storedRevisions } from './stored-revisions.ts';

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** The starting values of the first assistant. */
  first: AssistantEdit;
};

/** Create it once per instance: it contains the cache of revisions. */
export function assistantStorage(dependencies: Dependencies) {
  const revisions = storedRevisions(dependencies);
  const websites = websiteKnowledge({
    records: websiteRecords(dependencies),
    publications: websitePublications(dependencies),
  });
  const records = assistantRecords(dependencies);
  return { records, revisions, live: liveRevisions({ records, revisions, websites }), websites };
}

export type AssistantStorage = ReturnType<typeof assistantStorage>;
