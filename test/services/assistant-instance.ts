import type { AssistantEdit } from '../../src/domain/records/assistant.ts';
import type { Clock, Ledger } from '../../src/ports.ts';
import { assistantCandidates } from '../../src/services/assistants/assistant-candidates.ts';
import { assistantDocuments } from '../../src/services/assistants/assistant-documents.ts';
import { assistantProfiles } from '../../src/services/assistants/assistant-profiles.ts';
import { assistantRecords } from '../../src/services/assistants/assistant-records.ts';
import { versionedAssistants } from '../../src/services/assistants/assistant-versions.ts';
import { assistants } from '../../src/services/assistants/assistants.ts';
import { heardTelemetry } from '../support/ports/heard-telemetry.ts';
import { realRandom } from '../support/ports/real-random.ts';

/** The assistants and their candidates, as one instance of the service has them over a ledger. */
export function assistantInstance(options: { ledger: Ledger; clock: Clock; first: AssistantEdit }) {
  const telemetry = heardTelemetry();
  const shared = { ...options, random: realRandom, telemetry };
  const records = assistantRecords(shared);
  const documents = assistantDocuments({ ...shared, records });
  const profiles = assistantProfiles({ ...shared, records, documents });
  const plain = assistants({
    ...shared,
    records,
    documents,
    profiles,
    usedBy: () => Promise.resolve([]),
  });
  const agents = versionedAssistants({ ...shared, documents, assistants: plain });
  const candidates = assistantCandidates({ ...shared, assistants: agents, live: records, documents });
  return { agents, candidates, documents, records };
}
