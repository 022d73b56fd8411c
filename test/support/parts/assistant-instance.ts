import { ownDocument, textHash } from '../../../src/knowledge/rules/revision-documents.ts';
import { withDocuments } from '../../../src/assistants/rules/revisions.ts';
import type { AssistantEdit } from '../../../src/assistants/records/assistant.ts';
import type { Clock, Ledger } from '../../../src/ports.ts';
import { assistantChanges } from '../../../src/assistants/assistant-changes.ts';
import { assistantCleanup } from '../../../src/assistants/assistant-cleanup.ts';
import { assistantDocuments } from '../../../src/assistants/assistant-documents.ts';
import { assistantDrafts } from '../../../src/assistants/assistant-drafts.ts';
import { assistantRemoval } from '../../../src/assistants/assistant-removal.ts';
import { assistantStorage } from '../../../src/assistants/assistant-storage.ts';
import { assistantVersions } from '../../../src/assistants/assistant-versions.ts';
import { assistants } from '../../../src/assistants/assistants.ts';
import { background } from '../../../src/platform/background.ts';
import { leases } from '../../../src/platform/leases.ts';
import { recordingTelemetry } from '../ports/recording-telemetry.ts';
import { realRandom } from '../ports/random.ts';

export const MIA: AssistantEdit = {
  name: 'Mia',
  instructions: 'You are Mia.',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
};

/** The assistants, as one instance of the service has them over a ledger. */
export function assistantInstance(options: { ledger: Ledger; clock: Clock; first: AssistantEdit }) {
  const shared = { ...options, random: realRandom, telemetry: recordingTelemetry() };
  const storage = assistantStorage(shared);
  const parts = { ...shared, ...storage };
  const onKnowledgeChanged = () => undefined;
  const changes = assistantChanges({ ...parts, onKnowledgeChanged });
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
    assistants: assistants({ ...parts, changes, removal, onKnowledgeChanged, usedBy }),
    drafts,
    documents: assistantDocuments({ ...parts, changes }),
    versions: assistantVersions({ ...parts, changes }),
  };
}
