import { localIdentity, unconfiguredIdentity } from '../adapters/identity/local.ts';
import { random } from '../adapters/system/node.ts';
import type { Config } from '../config/config.ts';
import { lruCache } from '../lib/caching.ts';
import type { AgentApplication } from '../access/records/agent-application.ts';
import type { AgentAccess, Assets, Clock } from '../ports.ts';
import { agentApplications } from '../access/agent-applications.ts';
import { collabPackage } from '../access/collab-package.ts';
import { watched, type ComponentWatch } from '../operations/component-watch.ts';
import type { Deployment } from '../platform/deployment.ts';
import type { ServiceParts } from './services.ts';

interface AccessParts {
  shared: ServiceParts;
  config: Config;
  tokenClock: Clock;
  components: ComponentWatch;
  deployment: () => Promise<Deployment>;
  assets: Assets;
}

/** Wires the sign-in of agents, its application, and the Teams app that is made of it. */
export function accessServices({ shared, config, tokenClock, components, ...parts }: AccessParts) {
  // The local provider cannot serve Teams, so there is no application id.
  const applications = agentApplications({
    ...shared,
    fromEnvironment: config.identity.application,
    hasLocalAgents: !config.cloud,
  });
  const currentApplication = applications.current;
  const access = openAgentAccess(config, tokenClock, currentApplication);
  return {
    agentApplications: applications,
    agentIdentity: watched(access.agentIdentity, {
      component: 'identity',
      watch: components,
      reads: ['verify', 'signingKeys'],
    }),
    agentSignIn: access.agentSignIn,
    closeAgentAccess: access.close,
    collabPackage: collabPackage({ ...parts, currentApplication }),
  };
}

/**
 * The sign-in of agents with the current application, which an admin may change while the service runs.
 * Without one the local host has a provider with invented agents, and the cloud refuses every token.
 */
function openAgentAccess(
  { identity, cloud, hosts }: Pick<Config, 'identity' | 'cloud' | 'hosts'>,
  clock: Clock,
  currentApplication: () => Promise<AgentApplication | undefined>,
): AgentAccess {
  const { authority } = identity;
  const unconfigured = cloud ? unconfiguredIdentity() : localIdentity(clock, random);
  /** Keeps the signing keys of the application in use. */
  const opened = lruCache<Promise<AgentAccess>>(1);

  async function open(application: AgentApplication): Promise<AgentAccess> {
    const { entraIdentity } = await import('../adapters/identity/entra.ts');
    const { clientId } = application;
    // An application that requests a token for itself must name itself by its id (AADSTS90009).
    const signIn = { authority, ...application, scope: `${clientId}/access_as_user` };
    return {
      agentIdentity: entraIdentity({ authority, ...application, hosts, clock }),
      agentSignIn: () => Promise.resolve(signIn),
      close: () => Promise.resolve(),
    };
  }

  async function current(): Promise<AgentAccess> {
    const application = await currentApplication();
    if (!application) return unconfigured;
    const key = `${application.tenantId}/${application.clientId}`;
    return await opened(key, () => open(application));
  }

  return {
    agentIdentity: {
      verify: async (token) => (await current()).agentIdentity.verify(token),
      signingKeys: async () => (await current()).agentIdentity.signingKeys(),
    },
    agentSignIn: async () => (await current()).agentSignIn(),
    close: () => unconfigured.close(),
  };
}
