import type { Services } from '../services/platform/services.ts';
import { admitAdmin } from './admin-door.ts';
import { admitAgent } from './agent-door.ts';
import { bearerOf, isAgentToken } from './bearer.ts';
import type { Cookie, HttpReply, HttpRequest } from './request.ts';

/** In which of the two ways somebody of the business came in. */
export type Staff = 'admin' | 'agent';

/** The gate of what agents and admins both read. What looks like an agent's token is judged as one, and is no guess at the key. */
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
