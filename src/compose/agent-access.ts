import { localIdentity, unconfiguredIdentity } from '../adapters/identity/local.ts';
import { random } from '../adapters/system/node.ts';
import type { Config } from '../config/config.ts';
import { lruCache } from '../lib/caching.ts';
import type { AgentApplication } from '../access/records/agent-application.ts';
import type { AgentAccess, Clock } from '../ports.ts';

/**
 * The sign-in of agents with the current application, which an admin may change while the service runs.
 * Without one the local host has a provider with invented agents, and the cloud refuses every token.
 */
export function openAgentAccess(
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
