import { knowledgeFolders } from '../adapters/knowledge/folders.ts';
import type { Config } from '../config.ts';
import { pricing } from '../domain/cost.ts';
import type { AssistantEdit } from '../domain/records/assistant.ts';
import type { Ports, RequestBudget } from '../ports.ts';
import type { Background } from '../services/platform/background.ts';
import { assistantChanges } from '../services/assistants/assistant-changes.ts';
import { assistantDocuments } from '../services/assistants/assistant-documents.ts';
import { assistantProfiles } from '../services/assistants/assistant-profiles.ts';
import { assistantRecords } from '../services/assistants/assistant-records.ts';
import { assistants } from '../services/assistants/assistants.ts';
import type { Services } from '../services/platform/services.ts';
import { tryOut } from '../services/assistants/try-out.ts';
import { widgetRegistry } from '../services/widgets/widget-registry.ts';

type Shared = Pick<Ports, 'answerer' | 'clock' | 'ledger' | 'random' | 'realtime' | 'telemetry'> & {
  background: Background;
  requestBudget: RequestBudget;
  stopping: AbortSignal;
};

type RegistryServices = Pick<
  Services,
  'widgets' | 'assistants' | 'assistantProfiles' | 'knowledgeFolders' | 'tryOut'
>;

/** Wires the registered widgets and the assistants. */
export function registryServices(config: Config, shared: Shared): RegistryServices {
  const builtIn: AssistantEdit = {
    name: config.assistant.name,
    instructions: config.assistant.instructions,
    greeting: '',
    knowledge: { kind: 'folder', folder: '' },
    handover: 'when-unsure',
  };
  const records = assistantRecords(shared);
  const documents = assistantDocuments(shared);
  const changes = assistantChanges(shared);
  const profiles = assistantProfiles({ ...shared, records, documents, changes, builtIn });
  const agents = assistants({
    ...shared,
    records,
    documents,
    changes,
    profiles,
    builtIn,
    usedBy: (id) => widgets.usedBy(id),
  });
  const widgets = widgetRegistry({
    ...shared,
    knowsAssistant: async (id) => (await agents.find(id)) !== undefined,
  });
  return {
    widgets,
    assistants: agents,
    assistantProfiles: profiles,
    knowledgeFolders: knowledgeFolders(config.assistant.knowledgeDir),
    tryOut: tryOut({ ...shared, profiles, pricing: pricing(config.prices) }),
  };
}
