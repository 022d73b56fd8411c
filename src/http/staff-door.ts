import type { Services } from '../services/platform/services.ts';
import { admitAdmin } from './admin-door.ts';
import { admitAgent } from './agent-door.ts';
import { bearerOf, isAgentToken } from './bearer.ts';
import type { Cookie, HttpReply, HttpRequest } from './request.ts';

/** Which credentials the caller presented. */
export type Staff = 'admin' | 'agent';

/**
 * Authenticates agents and admins for shared endpoints. A token in the form of an agent's is verified as one,
 * and does not count as a wrong key.
 */
export async function admitStaff(
  request: HttpRequest,
  services: Services,
): Promise<{ caller: { staff: Staff }; cookies?: readonly Cookie[] } | { instead: HttpReply }> {
  if (isAgentToken(bearerOf(request))) {
    await admitAgent(request, services);
    return { caller: { staff: 'agent' } };
  }
  const admission = await admitAdmin(request, services);
  if ('instead' in admission) return admission;
  const { cookies } = admission;
  return { caller: { staff: 'admin' }, ...(cookies && { cookies }) };
}
