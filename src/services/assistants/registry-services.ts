import type { Pricing } from '../../domain/cost.ts';
import type { AssistantEdit } from '../../domain/records/assistant.ts';
import type { Answerer, Ports } from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import { uploads } from '../platform/uploads.ts';
import type { EraseSecrets } from '../widgets/identity-secrets.ts';
import type { OpenWidgets } from '../widgets/open-widgets.ts';
import { widgetRegistry, widgetsUsing } from '../widgets/widget-registry.ts';
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

interface RegistryParts extends Pick<
  Ports,
  'answerer' | 'documentReader' | 'documentSections' | 'uploadStorage'
> {
  platform: ServiceParts;
  openWidgets: OpenWidgets;
  /** The assistant of a deployment without registered ones. */
  builtIn: AssistantEdit;
  embedding: Pick<SectionEmbedding, 'afterChange'>;
  otherUsage: OtherTokenUsage;
  pricing: Pricing;
  /** Without the daily budget: an evaluation waits where it is used up. */
  unlimited: Answerer;
  isBudgetSpent: IsBudgetSpent;
  eraseSecrets: EraseSecrets;
}

/** Wires the registered widgets and the assistants. */
export function registryServices(parts: RegistryParts) {
  const { platform, openWidgets, builtIn, embedding, documentReader, documentSections } = parts;
  const { answerer, otherUsage, pricing, uploadStorage } = parts;
  const records = assistantRecords(platform);
  const documents = assistantDocuments({ ...platform, records });
  const cachedProfiles = assistantProfiles({ ...platform, records, documents, builtIn });
  const profiles = {
    ...cachedProfiles,
    forget() {
      cachedProfiles.forget();
      embedding.afterChange();
    },
  };
  const usedBy = widgetsUsing(openWidgets);
  const agents = versionedAssistants({
    ...platform,
    documents,
    assistants: assistants({ ...platform, records, documents, profiles, builtIn, usedBy }),
  });
  const files = uploads({ ...platform, uploadStorage });
  const evaluation = evaluationServices({ ...parts, assistants: agents, live: records, documents, profiles });
  const { candidates } = evaluation;
  return {
    widgets: widgetRegistry({
      ...platform,
      open: openWidgets,
      knowsAssistant: async (id) => (await agents.find(id)) !== undefined,
      eraseSecrets: parts.eraseSecrets,
    }),
    uploads: files,
    documentFiles: documentFiles({
      ...platform,
      documentReader,
      documentSections,
      uploads: files,
      assistants: agents,
      candidates,
    }),
    assistants: agents,
    assistantProfiles: profiles,
    addedAnswers: addedAnswers({ ...platform, documents, assistants: agents, profiles }),
    tryOut: tryOut({ ...platform, answerer, profiles, otherUsage, pricing }),
    ...evaluation,
  };
}

interface EvaluationParts extends Pick<
  RegistryParts,
  'isBudgetSpent' | 'otherUsage' | 'platform' | 'pricing' | 'unlimited'
> {
  assistants: VersionedAssistants;
  live: AssistantRecords;
  documents: AssistantDocuments;
  profiles: AssistantProfiles;
}

/** Wires question sets, and the assistants and candidates that are asked them. */
function evaluationServices(parts: EvaluationParts) {
  const { platform, unlimited, assistants: agents, live, documents, profiles } = parts;
  const { isBudgetSpent, otherUsage, pricing } = parts;
  const candidates = assistantCandidates({ ...platform, assistants: agents, live, documents });
  const subjects = evaluationSubjects({ assistants: agents, candidates, profiles });
  const sets = questionSets(platform);
  const records = evaluationRecords(platform);
  const runner = evaluationRunner({
    ...platform,
    answerer: unlimited,
    isBudgetSpent,
    otherUsage,
    pricing,
    records,
    sets,
    subjects,
    newOwner: platform.random.uuid,
  });
  return {
    candidates,
    questionSets: sets,
    evaluations: evaluations({ ...platform, records, runner, sets, subjects }),
  };
}
