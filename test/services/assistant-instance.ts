import type { AssistantEdit } from '../../src/domain/records/assistant.ts';
import type { Clock, Ledger } from '../../src/ports.ts';
import { assistantChanges } from '../../src/services/assistants/assistant-changes.ts';
import { assistantCleanup } from '../../src/services/assistants/assistant-cleanup.ts';
import { assistantDocuments } from '../../src/services/assistants/assistant-documents.ts';
import { assistantDrafts } from '../../src/services/assistants/assistant-drafts.ts';
import { assistantStorage } from '../../src/services/assistants/assistant-storage.ts';
import { assistantVersions } from '../../src/services/assistants/assistant-versions.ts';
import { assistants } from '../../src/services/assistants/assistants.ts';
import { recordingTelemetry } from '../support/ports/heard-telemetry.ts';
import { realRandom } from '../support/ports/real-random.ts';

/** The assistants, as one instance of the service has them over a ledger. */
export function assistantInstance(options: { ledger: Ledger; clock: Clock; first: AssistantEdit }) {
  const shared = { ...options, random: realRandom, telemetry: recordingTelemetry() };
  const storage = assistantStorage(shared);
  const parts = { ...shared, ...storage };
  const onChanged = () => undefined;
  const changes = assistantChanges({ ...parts, onChanged });
  const cleanup = assistantCleanup(parts);
  const usedBy = () => Promise.resolve([]);
  const drafts = assistantDrafts({ ...parts, changes });
  return {
    ...storage,
    changes,
    cleanup,
    agents: assistants({ ...parts, changes, cleanup, onChanged, usedBy }),
    drafts,
    documents: assistantDocuments({ ...parts, changes, drafts }),
    versions: assistantVersions({ ...parts, changes }),
  };
}
