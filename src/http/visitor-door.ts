import type { Services } from '../services/platform/services.ts';
import { bearerOf } from './bearer.ts';
import type { Admitted } from './gates.ts';
import type { HttpRequest } from './request.ts';

/**
 * The visitor surface is anonymous. An Authorization header only counts for sessions of registered widgets,
 * so it is read once the session is known; for other sessions it is ignored.
 */
export function admitVisitor(
  request: HttpRequest,
  services: Services,
): Promise<{ caller: Admitted['visitor'] }> {
  const token = bearerOf(request);
  return Promise.resolve({
    caller: {
      passFor: async (sessionId) =>
        token === undefined ? undefined : await services.widgetDoor.admit(token, sessionId),
    },
  });
}
