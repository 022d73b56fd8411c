import type { Services } from '../services/platform/services.ts';
import { bearerOf } from './bearer.ts';
import type { Admitted } from './gates.ts';
import type { HttpRequest } from './request.ts';

/**
 * The gate of the visitor surface lets everyone in. An Authorization header means something only for the session of a
 * registered widget, so it is looked at when the session is known, and anything else in it is ignored.
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
