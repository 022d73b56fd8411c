import { embeddingOf, type EmbeddingConfig } from './embedding.ts';
import { invalidSetting, openAiServer, storeAndTelemetry, type SharedComponents } from './settings.ts';
import { microsoftCloud, type MicrosoftCloud } from '../platform/rules/microsoft-clouds.ts';
import type { ModelApi } from '../spending/rules/models.ts';
import type { AgentApplication } from '../access/records/agent-application.ts';
import type { Settings } from '../admin/wire/settings.ts';

/** Each component in its cloud or its embedded configuration. */
export interface ComponentsConfig extends SharedComponents {
  /** Off in the cloud where no container is named: uploads are refused, and all else works. */
  uploads: { kind: 'blob'; url: string } | { kind: 'directory'; dataDir: string } | { kind: 'off' };
  vault: { kind: 'key-vault'; url: string } | { kind: 'file'; dataDir: string };
  model:
    | { kind: 'azure-openai'; api: ModelApi; endpoint: string; deployment: string }
    | { kind: 'openai'; api: ModelApi; baseUrl: string; apiKey?: string; model: string }
    | { kind: 'knowledge' };
  /** Off if documents are searched only by their words. */
  embedding: EmbeddingConfig;
  realtime:
    | { kind: 'web-pubsub'; endpoint: string; hub: string; connectionString?: string }
    | { kind: 'local'; hub: string };
  /** The identity provider of agents; the environment may name its application, and wins over a saved one. */
  identity: { authority: string; application?: AgentApplication };
  /** The cloud of Microsoft 365 that the agents are in. */
  microsoftCloud: MicrosoftCloud;
  publisher: { kind: 'http'; url: string; audience?: string } | { kind: 'off' };
  /** The customer's own Event Grid topic. */
  events: { kind: 'event-grid'; endpoint: string } | { kind: 'off' };
}

/**
 * Chooses each component by the settings; throws `misconfigured` with the name of a missing or invalid
 * setting.
 */
export function componentsOf(settings: Settings, cloud: boolean): ComponentsConfig {
  const dataDir = settings.DATA_DIR;
  const { KEY_VAULT_URL, WEB_PUBSUB_ENDPOINT, WEB_PUBSUB_CONNECTION_STRING } = settings;
  const { CONTROL_PLANE_URL, CONTROL_PLANE_AUDIENCE } = settings;
  return {
    ...storeAndTelemetry(settings, dataDir),
    uploads: uploadsOf(settings, cloud),
    vault: KEY_VAULT_URL ? { kind: 'key-vault', url: KEY_VAULT_URL } : { kind: 'file', dataDir },
    model: modelOf(settings, cloud),
    embedding: embeddingOf(settings),
    realtime: WEB_PUBSUB_ENDPOINT
      ? {
          kind: 'web-pubsub',
          endpoint: WEB_PUBSUB_ENDPOINT,
          hub: settings.WEB_PUBSUB_HUB,
          ...(WEB_PUBSUB_CONNECTION_STRING !== undefined && {
            connectionString: WEB_PUBSUB_CONNECTION_STRING,
          }),
        }
      : { kind: 'local', hub: settings.WEB_PUBSUB_HUB },
    identity: identityOf(settings),
    microsoftCloud: microsoftCloud({
      authority: settings.IDP_AUTHORITY,
      graph: settings.MICROSOFT_GRAPH_ENDPOINT,
    }),
    publisher: CONTROL_PLANE_URL
      ? {
          kind: 'http',
          url: CONTROL_PLANE_URL.replace(/\/$/, ''),
          ...(CONTROL_PLANE_AUDIENCE !== undefined && { audience: CONTROL_PLANE_AUDIENCE }),
        }
      : { kind: 'off' },
    events: settings.EVENT_GRID_TOPIC_ENDPOINT
      ? { kind: 'event-grid', endpoint: settings.EVENT_GRID_TOPIC_ENDPOINT }
      : { kind: 'off' },
  };
}

function uploadsOf(
  { UPLOADS_URL: url, DATA_DIR: dataDir }: Settings,
  cloud: boolean,
): ComponentsConfig['uploads'] {
  if (url) return { kind: 'blob', url: url.replace(/\/$/, '') };
  return cloud ? { kind: 'off' } : { kind: 'directory', dataDir };
}

function modelOf(settings: Settings, cloud: boolean): ComponentsConfig['model'] {
  const { AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_DEPLOYMENT, OPENAI_MODEL } = settings;
  if (AZURE_OPENAI_ENDPOINT) {
    if (!AZURE_OPENAI_DEPLOYMENT) {
      throw invalidSetting('AZURE_OPENAI_DEPLOYMENT', 'AZURE_OPENAI_DEPLOYMENT must name a deployment.');
    }
    return {
      kind: 'azure-openai',
      api: settings.MODEL_API ?? 'responses',
      endpoint: AZURE_OPENAI_ENDPOINT,
      deployment: AZURE_OPENAI_DEPLOYMENT,
    };
  }
  const server = openAiServer(settings);
  if (server !== undefined) {
    if (!OPENAI_MODEL) throw invalidSetting('OPENAI_MODEL', 'OPENAI_MODEL must name a model.');
    return {
      kind: 'openai',
      api: settings.MODEL_API ?? 'chat-completions',
      model: OPENAI_MODEL,
      ...server,
    };
  }
  if (cloud) throw invalidSetting('AZURE_OPENAI_ENDPOINT', 'AZURE_OPENAI_ENDPOINT must be set in the cloud.');
  return { kind: 'knowledge' };
}

function identityOf(settings: Settings): ComponentsConfig['identity'] {
  const { IDP_APP_CLIENT_ID: clientId, IDP_APP_TENANT_ID: tenantId, IDP_AUTHORITY: authority } = settings;
  const provider = { authority: authority.replace(/\/$/, '') };
  if (!clientId && !tenantId) return provider;
  if (!clientId) {
    throw invalidSetting('IDP_APP_CLIENT_ID', 'IDP_APP_CLIENT_ID must be set where IDP_APP_TENANT_ID is.');
  }
  if (!tenantId) {
    throw invalidSetting('IDP_APP_TENANT_ID', 'IDP_APP_TENANT_ID must be set where IDP_APP_CLIENT_ID is.');
  }
  return { ...provider, application: { clientId, tenantId } };
}
