import { lazy } from '../../domain/caching.ts';
import type { Pricing } from '../../domain/cost.ts';
import type { AssistantEdit } from '../../domain/records/assistant.ts';
import type { AnswerJudge, Ports } from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import { uploads } from '../platform/uploads.ts';
import type { EraseSecrets } from '../widgets/identity-secrets.ts';
import type { OpenWidgets } from '../widgets/open-widgets.ts';
import { widgetRegistry, widgetsUsing } from '../widgets/widget-registry.ts';
import { addedAnswers } from './added-answers.ts';
import { assistantCandidates } from './assistant-candidates.ts';
import { assistantDocuments } from './assistant-documents.ts';
import { assistantProfiles } from './assistant-profiles.ts';
import { assistantRecords } from './assistant-records.ts';
import { assistantTests } from './assistant-tests.ts';
import { versionedAssistants } from './assistant-versions.ts';
import { assistants } from './assistants.ts';
import { documentFiles } from './document-files.ts';
import { knowledgeSources } from './knowledge-sources.ts';
import { questionSetMigration } from './question-set-migration.ts';
import type { SectionEmbedding } from './section-embedding.ts';
import { testAsking } from './test-asking.ts';
import { tryOut } from './try-out.ts';

interface RegistryParts extends Pick<
  Ports,
  'answerer' | 'documentReader' | 'documentSections' | 'uploadStorage'
> {
  platform: ServiceParts;
  openWidgets: OpenWidgets;
  /** The starting values of the first assistant. */
  first: AssistantEdit;
  /** Reads a folder below the knowledge folder. */
  readFolder: Parameters<typeof knowledgeSources>[0]['readFolder'];
  hasFolder: boolean;
  embedding: Pick<SectionEmbedding, 'afterChange'>;
  otherUsage: OtherTokenUsage;
  pricing: Pricing;
  /** Undefined where no model is connected. */
  judge: AnswerJudge | undefined;
  isBudgetSpent: IsBudgetSpent;
  eraseSecrets: EraseSecrets;
}

/** Wires the registered widgets and the assistants. */
export function registryServices(parts: RegistryParts) {
  const { platform, openWidgets, first, embedding, documentReader, documentSections } = parts;
  const { answerer, otherUsage, pricing, uploadStorage } = parts;
  const records = assistantRecords({ ...platform, first });
  const documents = assistantDocuments({ ...platform, records });
  const cachedProfiles = assistantProfiles({ ...platform, records, documents });
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
    assistants: assistants({ ...platform, records, documents, profiles, usedBy }),
  });
  const files = uploads({ ...platform, uploadStorage });
  const candidates = assistantCandidates({ ...platform, assistants: agents, live: records, documents });
  const migrate = questionSetMigration({ ...platform, assistants: agents });
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
    candidates,
    knowledgeSources: knowledgeSources({ ...parts, ...platform, documents, assistants: agents }),
    assistantTests: assistantTests({ ...platform, assistants: agents, migrate: lazy(migrate) }),
    testAsking: testAsking({ ...parts, ...platform, assistants: agents, candidates, profiles }),
  };
}
