import { AppError } from '../../domain/errors.ts';
import type { AgentIdentity } from '../../ports.ts';

/** No identity provider is configured: every token is refused, so that the agent surface is closed. */
export function unconfiguredIdentity(): AgentIdentity {
  return {
    verify: () => Promise.reject(new AppError('unauthorized')),
    signingKeys: () => Promise.resolve(0),
  };
}
