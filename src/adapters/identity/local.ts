import { lazy } from '../../lib/caching.ts';
import { AppError } from '../../core/errors.ts';
import type { AgentAccess, Clock, Random } from '../../ports.ts';

/** The pages for signing in, to which the provider redirects back. */
const SIGN_IN_PATHS = ['/api/collab-tab', '/api/collab-setup'];

/**
 * The local provider with example agents. It starts with the first sign-in; no earlier token can exist,
 * because the signing key is generated at the start.
 */
export function localIdentity(clock: Clock, random: Random): AgentAccess {
  const started = lazy(async () => {
    const [{ localIdentityProvider }, { entraIdentity }] = await Promise.all([
      import('./local-provider.ts'),
      import('./entra.ts'),
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

/** Refuses every token, because no identity provider is configured: the agent surface is closed. */
export function unconfiguredIdentity(): AgentAccess {
  return {
    agentIdentity: {
      verify: () => Promise.reject(new AppError('unauthorized')),
      signingKeys: () => Promise.resolve(0),
    },
    agentSignIn: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}
