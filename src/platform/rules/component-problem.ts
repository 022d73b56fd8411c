/** The components whose failure has an error code. */
export type WatchedComponent = 'database' | 'vault' | 'realtime' | 'identity' | 'plan' | 'files';
/** The components that can be misconfigured although every setting is valid. */
type Component = WatchedComponent | 'embeddings';

/** Why a component does not work, derived from its response. */
export type WatchedReason = 'access-denied' | 'not-found' | 'no-token' | 'unreachable' | 'disk-full';
/** In addition: a component that responds incorrectly or slowly. */
export type ProblemReason = WatchedReason | 'wrong-answer' | 'slow';

/** A failing component, shown to operators. It names no address and no resource. */
export interface ComponentProblem {
  component: Component;
  reason: ProblemReason;
  /** The setting to look at first. */
  setting: string;
  /** The problem and its solution, in one or two sentences. */
  message: string;
}

type Advice = Omit<ComponentProblem, 'component' | 'reason'>;

const NO_TOKEN: Advice = {
  setting: 'AZURE_CLIENT_ID',
  message:
    'The app gets no token for its managed identity. Check AZURE_CLIENT_ID and the identity of the app.',
};

/** For the embedded store and the embedded file storage, which share a folder. */
const DISK_FULL: Advice = {
  setting: 'DATA_DIR',
  message:
    'The disk of DATA_DIR is full: nothing new can be stored. Free some space on it; no restart is needed.',
};

const ADVICE: Record<WatchedComponent, Record<Exclude<WatchedReason, 'no-token' | 'disk-full'>, Advice>> = {
  database: {
    'access-denied': {
      setting: 'COSMOS_ENDPOINT',
      message:
        'The database refuses the app’s identity. Give it the role Cosmos DB Built-in Data Contributor, and check the firewall of the database.',
    },
    'not-found': {
      setting: 'COSMOS_DATABASE',
      message:
        'The database or one of its containers does not exist. Check COSMOS_DATABASE, or deploy the template again.',
    },
    unreachable: {
      setting: 'COSMOS_ENDPOINT',
      message: 'The database does not answer. Check COSMOS_ENDPOINT and the state of the database.',
    },
  },
  vault: {
    'access-denied': {
      setting: 'KEY_VAULT_URL',
      message:
        'The vault refuses the app’s identity. Give it the role Key Vault Secrets Officer, and check the firewall of the vault.',
    },
    'not-found': {
      setting: 'KEY_VAULT_URL',
      message: 'There is no vault at this address. Check KEY_VAULT_URL.',
    },
    unreachable: {
      setting: 'KEY_VAULT_URL',
      message: 'The vault does not answer. Check KEY_VAULT_URL and the state of the vault.',
    },
  },
  realtime: {
    'access-denied': {
      setting: 'WEB_PUBSUB_ENDPOINT',
      message: 'The real-time service refuses the app’s identity. Give it the role Web PubSub Service Owner.',
    },
    'not-found': {
      setting: 'WEB_PUBSUB_HUB',
      message: 'The real-time service has no such hub. Check WEB_PUBSUB_HUB and WEB_PUBSUB_ENDPOINT.',
    },
    unreachable: {
      setting: 'WEB_PUBSUB_ENDPOINT',
      message:
        'The real-time service does not answer. Check WEB_PUBSUB_ENDPOINT and the state of the service.',
    },
  },
  identity: {
    'access-denied': {
      setting: 'IDP_AUTHORITY',
      message: 'The identity provider refuses access to its signing keys. Check IDP_AUTHORITY.',
    },
    'not-found': {
      setting: 'IDP_APP_TENANT_ID',
      message:
        'The identity provider has no such tenant. Check the directory ID on the setup page, and IDP_AUTHORITY.',
    },
    unreachable: {
      setting: 'IDP_AUTHORITY',
      message: 'The identity provider does not answer. Check IDP_AUTHORITY.',
    },
  },
  plan: {
    'access-denied': {
      setting: 'CONTROL_PLANE_URL',
      message: 'The publisher does not return the plan. Check CONTROL_PLANE_URL.',
    },
    'not-found': {
      setting: 'PLAN_ID',
      message: 'Neither the publisher nor the service has a plan of this name. Check PLAN_ID.',
    },
    unreachable: {
      setting: 'CONTROL_PLANE_URL',
      message: 'The publisher does not answer. Check CONTROL_PLANE_URL.',
    },
  },
  files: {
    'access-denied': {
      setting: 'UPLOADS_URL',
      message:
        'The file storage refuses the app’s identity. Give it the role Storage Blob Data Contributor on the container, and check the firewall of the storage account.',
    },
    'not-found': {
      setting: 'UPLOADS_URL',
      message: 'There is no container for files at this address. Check UPLOADS_URL.',
    },
    unreachable: {
      setting: 'UPLOADS_URL',
      message:
        'The file storage does not answer, so that no files can be uploaded. Check UPLOADS_URL and the state of the storage account.',
    },
  },
};

export function componentProblem(component: WatchedComponent, reason: WatchedReason): ComponentProblem {
  if (reason === 'no-token') return { component, reason, ...NO_TOKEN };
  if (reason === 'disk-full') return { component, reason, ...DISK_FULL };
  return { component, reason, ...ADVICE[component][reason] };
}

/** The reason for an HTTP status. Microsoft Entra ID answers 400 for an unknown tenant. */
export function problemReason(status: number | undefined): WatchedReason {
  if (status === 401 || status === 403) return 'access-denied';
  return status === 400 || status === 404 ? 'not-found' : 'unreachable';
}
