import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import { freeDocumentName } from '../../domain/document-names.ts';
import { editOf } from '../../domain/records/assistant.ts';
import type { Ports } from '../../ports.ts';
import type { AssistantCandidates } from '../assistants/assistant-candidates.ts';
import type { VersionedAssistants } from '../assistants/assistant-versions.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import type { PublishDocuments } from './publish-documents.ts';

const Names = z.object({ names: z.array(z.string()) });
const KIND = 'website-documents';

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  assistants: Pick<VersionedAssistants, 'find' | 'replace'>;
  candidates: Pick<AssistantCandidates, 'findIfAny' | 'save' | 'putDocument' | 'removeDocument'>;
};

/** Keeps a website's documents beside the others of an assistant, by the names that it was given. */
export function publishIntoAssistant(dependencies: Dependencies): PublishDocuments {
  const { ledger, assistants, candidates } = dependencies;

  return {
    async replaceSource(assistantId, sourceId, documents, { to }) {
      const assistant = await assistants.find(assistantId);
      if (!assistant) throw new AppError('assistant-not-found');
      const document = { kind: KIND, id: sourceId, schema: Names };
      const before = new Set((await readDocument(ledger, document))?.value.names);
      const taken = new Set(assistant.documents.map(({ name }) => name).filter((name) => !before.has(name)));
      const texts = documents.map(({ name, markdown }) => {
        const free = freeDocumentName(name, taken);
        taken.add(free);
        return [free, markdown] as const;
      });
      const names = texts.map(([name]) => name);
      const removed = [...before].filter((name) => !names.includes(name));
      const all = [...new Set([...before, ...names])];
      await updateDocument(KIND, dependencies, document, () => ({
        value: { names: all },
        result: undefined,
      }));
      if (to === 'live') {
        await assistants.replace(assistantId, { edit: editOf(assistant), removed, texts });
        await updateDocument(KIND, dependencies, document, () => ({ value: { names }, result: undefined }));
        return;
      }
      if (!(await candidates.findIfAny(assistantId))) await candidates.save(assistantId, editOf(assistant));
      for (const [name, markdown] of texts) await candidates.putDocument(assistantId, name, markdown);
      const present = new Set(assistant.documents.map(({ name }) => name));
      for (const name of removed) if (present.has(name)) await candidates.removeDocument(assistantId, name);
    },
  };
}
