import type { Pricing } from '../../domain/cost.ts';
import type { AssistantEdit } from '../../domain/records/assistant.ts';
import type { IdentitySecret } from '../../domain/records/widget.ts';
import type { Answerer, Ports } from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import { uploads } from '../platform/uploads.ts';
import { widgetRegistry } from '../widgets/widget-registry.ts';
import { addedAnswers } from './added-answers.ts';
import { assistantCandidates } from './assistant-candidates.ts';
import { assistantDocuments, type AssistantDocuments } from './assistant-documents.ts';
import { assistantProfiles, type AssistantProfiles } from './assistant-profiles.ts';
import { assistantRecords, type AssistantRecords } from './assistant-records.ts';
import { versionedAssistants, type VersionedAssistants } from './assistant-versions.ts';
import { assistants } from './assistants.ts';
import { documentFiles } from './document-files.ts';
import { evaluationRecords } from './evaluation-records.ts';
import { evaluationRunner } from './evaluation-runner.ts';
import { evaluationSubjects } from './evaluation-subjects.ts';
import { evaluations } from './evaluations.ts';
import { questionSets } from './question-sets.ts';
import type { SectionEmbedding } from './section-embedding.ts';
import { tryOut } from './try-out.ts';

interface RegistryParts
  extends ServiceParts, Pick<Ports, 'answerer' | 'documentReader' | 'documentSections' | 'uploadStorage'> {
  /** The assistant of a deployment without registered ones. */
  builtIn: AssistantEdit;
  embedding: Pick<SectionEmbedding, 'afterChange'>;
  otherUsage: OtherTokenUsage;
  pricing: Pricing;
  /** Without the daily budget: an evaluation waits where it is used up. */
  unlimited: Answerer;
  isBudgetSpent: IsBudgetSpent;
  /** Gets the secrets that no widget refers to any more. */
  forgetSecrets: (secrets: readonly IdentitySecret[]) => void;
}

/** Wires the registered widgets and the assistants. */
export function registryServices(parts: RegistryParts) {
  const records = assistantRecords(parts);
  const documents = assistantDocuments({ ...parts, records });
  const shared = { ...parts, documents };
  const cachedProfiles = assistantProfiles({ ...shared, records });
  const profiles = {
    ...cachedProfiles,
    forget() {
      cachedProfiles.forget();
      parts.embedding.afterChange();
    },
  };
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

interface EvaluationParts extends ServiceParts {
  assistants: VersionedAssistants;
  live: AssistantRecords;
  documents: AssistantDocuments;
  profiles: AssistantProfiles;
  otherUsage: OtherTokenUsage;
  pricing: Pricing;
  /** Without the daily budget: an evaluation waits where it is used up. */
  unlimited: Answerer;
  isBudgetSpent: IsBudgetSpent;
}

/** Wires question sets, and the assistants and candidates that are asked them. */
function evaluationServices({ unlimited, ...parts }: EvaluationParts) {
  const candidates = assistantCandidates(parts);
  const subjects = evaluationSubjects({ ...parts, candidates });
  const sets = questionSets(parts);
  const records = evaluationRecords(parts);
  const runner = evaluationRunner({
    ...parts,
    answerer: unlimited,
    records,
    sets,
    subjects,
    newOwner: parts.random.uuid,
  });
  return {
    candidates,
    questionSets: sets,
    evaluations: evaluations({ ...parts, records, runner, sets, subjects }),
  };
}
