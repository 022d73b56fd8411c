import { actionServices } from './actions.ts';
import { recordedActions } from '../actions/recorded-actions.ts';
import type { Pricing } from '../spending/rules/cost.ts';
import type { AnswerJudge, Ports } from '../ports.ts';
import type { IsBudgetSpent } from '../spending/daily-budget.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import type { ServiceParts } from './services.ts';
import { leases } from '../platform/leases.ts';
import { uploads } from '../platform/uploads.ts';
import type { EraseSecrets } from '../widgets/identity-secrets.ts';
import { defaultWidgets } from '../widgets/default-widget.ts';
import type { OpenWidgets } from '../widgets/open-widgets.ts';
import { listWebsites, websiteRecords } from '../websites/website-records.ts';
import { widgetRegistry, widgetsUsing } from '../widgets/widget-registry.ts';
import { addedAnswers } from '../assistants/added-answers.ts';
import { assistantChanges } from '../assistants/assistant-changes.ts';
import { assistantCleanup } from '../assistants/assistant-cleanup.ts';
import { assistantDocuments } from '../assistants/assistant-documents.ts';
import { assistantDrafts } from '../assistants/assistant-drafts.ts';
import { assistantRemoval } from '../assistants/assistant-removal.ts';
import { assistantProfiles } from '../assistants/assistant-profiles.ts';
import type { AssistantStorage } from '../assistants/assistant-storage.ts';
import { assistantTests } from '../assistants/assistant-tests.ts';
import { assistantVersions } from '../assistants/assistant-versions.ts';
import { assistants } from '../assistants/assistants.ts';
import { documentFiles } from '../assistants/document-files.ts';
import { knowledgeSources } from '../assistants/knowledge-sources.ts';
import { assistantTestRunner } from '../assistants/assistant-test-runner.ts';
import { tryOut } from '../assistants/try-out.ts';

interface AssistantParts extends Pick<
  Ports,
  | 'actionCalls'
  | 'actionTokens'
  | 'apiDescriptions'
  | 'answerer'
  | 'documentReader'
  | 'documentSections'
  | 'uploadStorage'
  | 'vault'
> {
  shared: ServiceParts;
  openWidgets: OpenWidgets;
  storage: AssistantStorage;
  /** Reads a folder below the knowledge folder. */
  readFolder: Parameters<typeof knowledgeSources>[0]['readFolder'];
  hasFolder: boolean;
  /** Called after the knowledge of an assistant has changed. */
  onKnowledgeChanged: () => void;
  otherUsage: OtherTokenUsage;
  pricing: Pricing;
  /** Undefined if no model is connected. */
  judge: AnswerJudge | undefined;
  isBudgetSpent: IsBudgetSpent;
  eraseSecrets: EraseSecrets;
  /** Deletes the websites of a deleted assistant. */
  removeWebsites: (assistantId: string) => Promise<void>;
  /** The HMAC key of the conversations' pseudonyms in actions. */
  conversationKey: () => Promise<Uint8Array>;
}

/** Wires the registered widgets and the assistants. */
export function assistantServices(parts: AssistantParts) {
  const { shared, openWidgets, storage, documentReader, documentSections } = parts;
  const { answerer, otherUsage, pricing, uploadStorage } = parts;
  const profiles = assistantProfiles({ ...shared, ...storage });
  const cleanup = assistantCleanup(storage);
  const onKnowledgeChanged = () => {
    profiles.forget();
    parts.onKnowledgeChanged();
  };
  const changes = assistantChanges({ ...shared, ...storage, onKnowledgeChanged });
  const usedBy = widgetsUsing(openWidgets);
  const removal = assistantRemoval({
    ...shared,
    ...storage,
    leases: leases(shared),
    parts: [
      (id) => storage.revisions.removeAll(id),
      (id) => tests.removeAll(id),
      (id) => acts.actions.removeAll(id),
      parts.removeWebsites,
    ],
  });
  const assistantService = assistants({
    ...shared,
    ...storage,
    changes,
    removal,
    onKnowledgeChanged,
    usedBy,
  });
  const drafts = assistantDrafts({ ...shared, ...storage, changes });
  const documents = assistantDocuments({ ...storage, changes });
  const files = uploads({ ...shared, uploadStorage });
  const tests = assistantTests({ ...shared, assistants: assistantService });
  const acts = actionServices({
    ...parts,
    changes,
    profiles,
    requireAssistant: async (id) => {
      await assistantService.require(id);
    },
  });
  return {
    ...acts,
    widgets: widgetRegistry({
      ...shared,
      open: openWidgets,
      knowsAssistant: async (id) => (await assistantService.find(id)) !== undefined,
      eraseSecrets: parts.eraseSecrets,
    }),
    defaultWidgets: defaultWidgets({ ...shared, profiles }),
    uploads: files,
    documentFiles: documentFiles({
      ...shared,
      documentReader,
      documentSections,
      uploads: files,
      assistants: assistantService,
      documents,
      drafts,
    }),
    assistants: assistantService,
    assistantProfiles: profiles,
    assistantDocuments: documents,
    assistantVersions: assistantVersions({ ...shared, ...storage, changes }),
    assistantCleanup: cleanup,
    assistantRemoval: removal,
    onKnowledgeChanged,
    addedAnswers: addedAnswers({ ...shared, documents, assistants: assistantService }),
    tryOut: tryOut({ ...shared, answerer, profiles, otherUsage, pricing }),
    drafts,
    knowledgeSources: knowledgeSources({
      ...parts,
      ...shared,
      documents,
      websites: (assistantId) => listWebsites(websiteRecords(shared), assistantId),
      assistants: assistantService,
    }),
    assistantTests: tests,
    assistantTestRunner: assistantTestRunner({
      ...parts,
      ...shared,
      assistants: assistantService,
      drafts,
      profiles,
      recordedActions: recordedActions(acts),
    }),
  };
}
