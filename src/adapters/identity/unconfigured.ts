import { AppError } from '../../domain/errors.ts';
import type { AgentAccess } from '../../ports.ts';

/** No identity provider is configured: every token is refused, so that the agent surface is closed. */
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
