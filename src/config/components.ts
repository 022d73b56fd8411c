import * as z from 'zod/mini';
import { DATA_DIR, IDP_AUTHORITY } from './shared.ts';
import { checkEmulated, invalidSetting, requireInCloud } from './settings.ts';
import { guid, httpsUrl, urlOrLoopback, withoutFinalSlash, word } from './values.ts';
import type { AgentApplication } from '../access/records/agent-application.ts';
import { microsoftCloud } from '../platform/rules/microsoft-clouds.ts';

type Vault = { kind: 'key-vault'; url: string } | { kind: 'file'; dataDir: string };
/** Off in the cloud if no container is named: uploads are refused, and all else works. */
type Uploads = { kind: 'blob'; url: string } | { kind: 'directory'; dataDir: string } | { kind: 'off' };

/** Secrets and files, each in the cloud or in the data folder. */
export const storage = z.pipe(
  z.object({
    cloud: z.boolean(),
    KEY_VAULT_URL: z.optional(httpsUrl),
    UPLOADS_URL: z.optional(z.pipe(httpsUrl, withoutFinalSlash)),
    DATA_DIR,
  }),
  z.transform(
    ({ cloud, KEY_VAULT_URL: url, UPLOADS_URL, DATA_DIR: dataDir }): { vault: Vault; uploads: Uploads } => {
      requireInCloud('KEY_VAULT_URL', { cloud, value: url });
      return {
        vault: url === undefined ? { kind: 'file', dataDir } : { kind: 'key-vault', url },
        uploads: uploadsOf(UPLOADS_URL, cloud, dataDir),
      };
    },
  ),
);

function uploadsOf(url: string | undefined, cloud: boolean, dataDir: string): Uploads {
  if (url !== undefined) return { kind: 'blob', url };
  return cloud ? { kind: 'off' } : { kind: 'directory', dataDir };
}

type Realtime =
  | { kind: 'web-pubsub'; endpoint: string; hub: string; connectionString?: string }
  | { kind: 'local'; hub: string };

export const realtime = z.pipe(
  z.object({
    cloud: z.boolean(),
    WEB_PUBSUB_ENDPOINT: z.optional(urlOrLoopback),
    WEB_PUBSUB_HUB: z._default(word, 'chat'),
    WEB_PUBSUB_CONNECTION_STRING: z.optional(z.string()),
  }),
  z.transform(
    ({
      cloud,
      WEB_PUBSUB_ENDPOINT: endpoint,
      WEB_PUBSUB_HUB: hub,
      WEB_PUBSUB_CONNECTION_STRING: connectionString,
    }): { realtime: Realtime } => {
      requireInCloud('WEB_PUBSUB_ENDPOINT', { cloud, value: endpoint });
      checkEmulated(
        cloud,
        ['WEB_PUBSUB_ENDPOINT', endpoint],
        ['WEB_PUBSUB_CONNECTION_STRING', connectionString],
      );
      if (endpoint === undefined) return { realtime: { kind: 'local', hub } };
      const emulated = connectionString !== undefined && { connectionString };
      return { realtime: { kind: 'web-pubsub', endpoint, hub, ...emulated } };
    },
  ),
);

/** The identity provider of agents; the environment may name its application, and wins over a saved one. */
interface Identity {
  authority: string;
  application?: AgentApplication;
}

export const identity = z.pipe(
  z.object({
    IDP_APP_CLIENT_ID: z.optional(guid),
    IDP_APP_TENANT_ID: z.optional(guid),
    IDP_AUTHORITY,
    MICROSOFT_GRAPH_ENDPOINT: z.optional(urlOrLoopback),
  }),
  z.transform(
    ({
      IDP_APP_CLIENT_ID: clientId,
      IDP_APP_TENANT_ID: tenantId,
      IDP_AUTHORITY: authority,
      MICROSOFT_GRAPH_ENDPOINT: graph,
    }) => {
      const application = applicationOf(clientId, tenantId);
      const provider: Identity = { authority, ...(application && { application }) };
      return {
        identity: provider,
        /** The cloud of Microsoft 365 that the agents are in. */
        microsoftCloud: microsoftCloud({ authority, graph }),
      };
    },
  ),
);

function applicationOf(
  clientId: string | undefined,
  tenantId: string | undefined,
): AgentApplication | undefined {
  if (clientId === undefined && tenantId === undefined) return undefined;
  if (clientId === undefined) {
    throw invalidSetting('IDP_APP_CLIENT_ID', 'IDP_APP_CLIENT_ID must be set where IDP_APP_TENANT_ID is.');
  }
  if (tenantId === undefined) {
    throw invalidSetting('IDP_APP_TENANT_ID', 'IDP_APP_TENANT_ID must be set where IDP_APP_CLIENT_ID is.');
  }
  return { clientId, tenantId };
}

/** The customer's own Event Grid topic. */
type Events = { kind: 'event-grid'; endpoint: string } | { kind: 'off' };

export const events = z.pipe(
  z.object({ EVENT_GRID_TOPIC_ENDPOINT: z.optional(urlOrLoopback) }),
  z.transform(({ EVENT_GRID_TOPIC_ENDPOINT: endpoint }): { events: Events } => ({
    events: endpoint === undefined ? { kind: 'off' } : { kind: 'event-grid', endpoint },
  })),
);
