import { unconfiguredIdentity } from '../adapters/identity/unconfigured.ts';
import type { Config } from '../config.ts';
import { lazy } from '../domain/caching.ts';
import { AppError } from '../domain/errors.ts';
import type { SignIn } from '../domain/sign-in.ts';
import type { AgentIdentity, Clock, Random } from '../ports.ts';

/** The sign-in of agents, and the verification of their tokens. */
export interface Identity {
  agentIdentity: AgentIdentity;
  /** Undefined where no identity provider is configured. */
  agentSignIn: () => Promise<SignIn | undefined>;
  close(): Promise<void>;
}

/** The pages that agents and admins sign in on; the provider redirects back to them. */
const SIGN_IN_PATHS = ['/api/collab-tab', '/api/collab-setup'];

/**
 * The configured tenant; on the local host without settings a provider with invented agents; in the cloud
 * without settings no identity provider.
 */
export async function openIdentity(
  { identity, cloud, hosts }: Config,
  clock: Clock,
  random: Random,
): Promise<Identity> {
  if (identity.kind === 'local') return cloud ? noIdentity() : localIdentity(clock, random);
  const { entraIdentity } = await import('../adapters/identity/entra.ts');
  const { authority, tenantId, clientId } = identity;
  // An application that requests a token for itself must name itself by its id (AADSTS90009).
  const signIn = { authority, tenantId, clientId, scope: `${clientId}/access_as_user` };
  return {
    agentIdentity: entraIdentity({ ...identity, hosts, clock }),
    agentSignIn: () => Promise.resolve(signIn),
    close: () => Promise.resolve(),
  };
}

function noIdentity(): Identity {
  return {
    agentIdentity: unconfiguredIdentity(),
    agentSignIn: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}

/**
 * The local provider starts with the first sign-in. Earlier tokens cannot exist, because its key is generated
 * at its start.
 */
function localIdentity(clock: Clock, random: Random): Identity {
  const started = lazy(async () => {
    const [{ localIdentityProvider }, { entraIdentity }] = await Promise.all([
      import('../adapters/identity/local-provider.ts'),
      import('../adapters/identity/entra.ts'),
    ]);
    const provider = await localIdentityProvider({ port: 0, redirectPaths: SIGN_IN_PATHS, clock, random });
    return { provider, identity: entraIdentity({ ...provider, hosts: [], clock }) };
  });

  return {
    agentIdentity: {
      async verify(token) {
        const running = await started.existing();
        if (!running) throw new AppError('unauthorized');
        return await running.identity.verify(token);
      },
      async signingKeys() {
        return await (await started()).identity.signingKeys();
      },
    },
    async agentSignIn() {
      const { authority, tenantId, clientId } = (await started()).provider;
      return { authority, tenantId, clientId, scope: `api://${clientId}/access_as_user` };
    },
    async close() {
      await (await started.existing())?.provider.close();
    },
  };
}
