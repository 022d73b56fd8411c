import { ownDocument, textHash } from '../../src/domain/revision-documents.ts';
import { withDocuments } from '../../src/domain/revisions.ts';
import type { AssistantEdit } from '../../src/domain/records/assistant.ts';
import type { Clock, Ledger } from '../../src/ports.ts';
import { assistantChanges } from '../../src/services/assistants/assistant-changes.ts';
import { assistantCleanup } from '../../src/services/assistants/assistant-cleanup.ts';
import { assistantDocuments } from '../../src/services/assistants/assistant-documents.ts';
import { assistantDrafts } from '../../src/services/assistants/assistant-drafts.ts';
import { assistantRemoval } from '../../src/services/assistants/assistant-removal.ts';
import { assistantStorage } from '../../src/services/assistants/assistant-storage.ts';
import { assistantVersions } from '../../src/services/assistants/assistant-versions.ts';
import { assistants } from '../../src/services/assistants/assistants.ts';
import { background } from '../../src/services/platform/background.ts';
import { leases } from '../../src/services/platform/leases.ts';
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
  const stopping = new AbortController();
  const work = background(shared.telemetry);
  const removal = assistantRemoval({
    ...parts,
    background: work,
    stopping: stopping.signal,
    leases: leases({ ...parts, stopping: stopping.signal }),
    parts: [(id) => storage.revisions.removeAll(id)],
  });
  const usedBy = () => Promise.resolve([]);
  /** Adds many documents in one change. */
  const putMany = (id: string, texts: Readonly<Record<string, string>>) =>
    changes.change(id, async ({ record, live, at, store }) => {
      const added = Object.entries(texts).map(([name, text]) => ownDocument(name, text, at));
      const documents = [...live.documents, ...added];
      const content = { edit: live.edit, documents };
      const stored = await store(
        content,
        new Map(Object.values(texts).map((text) => [textHash(text), text])),
      );
      return withDocuments(record.value, stored, at);
    });
  const drafts = assistantDrafts({ ...parts, changes });
  return {
    ...storage,
    changes,
    cleanup,
    removal,
    settled: () => work.settled(),
    putMany,
    agents: assistants({ ...parts, changes, removal, onChanged, usedBy }),
    drafts,
    documents: assistantDocuments({ ...parts, changes }),
    versions: assistantVersions({ ...parts, changes }),
  };
}
