import { AppError } from '../domain/errors.ts';
import type { AgentClaims } from '../ports.ts';
import type { Services } from '../services/platform/services.ts';
import { bearerOf } from './bearer.ts';
import type { HttpRequest } from './request.ts';

/**
 * Authenticates a request to the agent surface: a bearer token in the header only (Specification, Agent
 * tokens).
 */
export async function admitAgent(
  request: HttpRequest,
  services: Services,
): Promise<{ caller: { agent: AgentClaims } }> {
  const token = bearerOf(request);
  if (token === undefined) throw new AppError('unauthorized');
  const agent = await services.agentIdentity.verify(token);
  services.colleagues.seen(agent);
  return { caller: { agent } };
}
