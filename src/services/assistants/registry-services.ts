import type { IdentitySecret } from '../../domain/records/widget.ts';
import type { Pricing } from '../../domain/cost.ts';
import type { AssistantEdit } from '../../domain/records/assistant.ts';
import type { Answerer, Ports } from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { TokensBeside } from '../chat/tokens-beside.ts';
import type { ServiceParts } from '../platform/services.ts';
import { uploads } from '../platform/uploads.ts';
import { widgetRegistry } from '../widgets/widget-registry.ts';
import { addedAnswers } from './added-answers.ts';
import type { AssistantChanges } from './assistant-changes.ts';
import { assistantDocuments } from './assistant-documents.ts';
import { assistantProfiles } from './assistant-profiles.ts';
import { assistantRecords } from './assistant-records.ts';
import { versionedAssistants } from './assistant-versions.ts';
import { assistants } from './assistants.ts';
import { documentFiles } from './document-files.ts';
import { evaluationServices } from './evaluation-services.ts';
import type { SectionEmbedding } from './section-embedding.ts';
import { tryOut } from './try-out.ts';

interface RegistryParts
  extends ServiceParts, Pick<Ports, 'answerer' | 'documentReader' | 'documentSections' | 'uploadStorage'> {
  /** The assistant of a deployment without registered ones. */
  builtIn: AssistantEdit;
  changes: AssistantChanges;
  embedding: Pick<SectionEmbedding, 'afterChange'>;
  beside: TokensBeside;
  pricing: Pricing;
  /** Without the daily budget: an evaluation waits where it is used up. */
  unlimited: Answerer;
  isBudgetSpent: IsBudgetSpent;
  /** Gets the secrets that no widget refers to any more. */
  forgetSecrets: (secrets: readonly IdentitySecret[]) => void;
}

/** Wires the registered widgets and the assistants. */
export function registryServices({ changes: announced, ...parts }: RegistryParts) {
  const records = assistantRecords(parts);
  const documents = assistantDocuments({ ...parts, records });
  const changes = {
    ...announced,
    async announce() {
      await announced.announce();
      parts.embedding.afterChange();
    },
  };
  const shared = { ...parts, documents, changes };
  const profiles = assistantProfiles({ ...shared, records });
  const agents = versionedAssistants({
    ...shared,
    assistants: assistants({ ...shared, records, profiles, usedBy: (id) => widgets.usedBy(id) }),
  });
  const widgets = widgetRegistry({
    ...parts,
    knowsAssistant: async (id) => (await agents.find(id)) !== undefined,
  });
  const files = uploads(parts);
  const evaluation = evaluationServices({ ...shared, assistants: agents, live: records, profiles });
  return {
    widgets,
    uploads: files,
    documentFiles: documentFiles({
      ...parts,
      uploads: files,
      assistants: agents,
      candidates: evaluation.candidates,
    }),
    assistants: agents,
    assistantProfiles: profiles,
    addedAnswers: addedAnswers({ ...shared, assistants: agents, profiles }),
    tryOut: tryOut({ ...parts, profiles }),
    ...evaluation,
  };
}
