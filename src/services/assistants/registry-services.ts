import { actionServices } from '../actions/action-services.ts';
import { recordedActions } from '../actions/recorded-actions.ts';
import type { Pricing } from '../../domain/cost.ts';
import type { AnswerJudge, Ports } from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import { leases } from '../platform/leases.ts';
import { uploads } from '../platform/uploads.ts';
import type { EraseSecrets } from '../widgets/identity-secrets.ts';
import type { OpenWidgets } from '../widgets/open-widgets.ts';
import { listWebsites, websiteRecords } from '../knowledge/website-records.ts';
import { widgetRegistry, widgetsUsing } from '../widgets/widget-registry.ts';
import { addedAnswers } from './added-answers.ts';
import { assistantChanges } from './assistant-changes.ts';
import { assistantCleanup } from './assistant-cleanup.ts';
import { assistantDocuments } from './assistant-documents.ts';
import { assistantDrafts } from './assistant-drafts.ts';
import { assistantRemoval } from './assistant-removal.ts';
import { assistantProfiles } from './assistant-profiles.ts';
import type { AssistantStorage } from './assistant-storage.ts';
import { assistantTests } from './assistant-tests.ts';
import { assistantVersions } from './assistant-versions.ts';
import { assistants } from './assistants.ts';
import { documentFiles } from './document-files.ts';
import { knowledgeSources } from './knowledge-sources.ts';
import { assistantTestRunner } from './assistant-test-runner.ts';
import { tryOut } from './try-out.ts';

interface RegistryParts extends Pick<
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
  platform: ServiceParts;
  openWidgets: OpenWidgets;
  storage: AssistantStorage;
  /** Reads a folder below the knowledge folder. */
  readFolder: Parameters<typeof knowledgeSources>[0]['readFolder'];
  hasFolder: boolean;
  /** Called before documents change. */
  onDocumentsChange: () => void;
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
export function registryServices(parts: RegistryParts) {
  const { platform, openWidgets, storage, documentReader, documentSections } = parts;
  const { answerer, otherUsage, pricing, uploadStorage } = parts;
  const profiles = assistantProfiles({ ...platform, ...storage });
  const cleanup = assistantCleanup(storage);
  const onChanged = () => {
    profiles.forget();
    parts.onDocumentsChange();
  };
  const changes = assistantChanges({ ...platform, ...storage, onChanged });
  const usedBy = widgetsUsing(openWidgets);
  const removal = assistantRemoval({
    ...platform,
    ...storage,
    leases: leases(platform),
    parts: [
      (id) => storage.revisions.removeAll(id),
      (id) => tests.removeAll(id),
      (id) => acts.actions.removeAll(id),
      parts.removeWebsites,
    ],
  });
  const agents = assistants({ ...platform, ...storage, changes, removal, onChanged, usedBy });
  const drafts = assistantDrafts({ ...platform, ...storage, changes });
  const documents = assistantDocuments({ ...storage, changes });
  const files = uploads({ ...platform, uploadStorage });
  const tests = assistantTests({ ...platform, assistants: agents });
  const acts = actionServices({
    ...parts,
    changes,
    profiles,
    requireAssistant: async (id) => {
      await agents.require(id);
    },
  });
  return {
    ...acts,
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
      documents,
      drafts,
    }),
    assistants: agents,
    assistantProfiles: profiles,
    assistantDocuments: documents,
    assistantVersions: assistantVersions({ ...platform, ...storage, changes }),
    assistantCleanup: cleanup,
    assistantRemoval: removal,
    /** Called after the documents of an assistant have changed. */
    onKnowledgeChange: onChanged,
    addedAnswers: addedAnswers({ ...platform, documents, assistants: agents }),
    tryOut: tryOut({ ...platform, answerer, profiles, otherUsage, pricing }),
    drafts,
    knowledgeSources: knowledgeSources({
      ...parts,
      ...platform,
      documents,
      websites: (assistantId) => listWebsites(websiteRecords(platform), assistantId),
      assistants: agents,
    }),
    assistantTests: tests,
    assistantTestRunner: assistantTestRunner({
      ...parts,
      ...platform,
      assistants: agents,
      drafts,
      profiles,
      recordedActions: recordedActions(acts),
    }),
  };
}
