import type { AdminAccess } from '../services/admin/admin-gate.ts';
import type { Services } from '../services/platform/services.ts';
import { sentSession, sessionCookie } from './admin-session.ts';
import { bearerOf, isAgentToken } from './bearer.ts';
import type { Cookie, HttpReply, HttpRequest } from './request.ts';

/** An authenticated admin, with the cookies of the reply; or a reply that replaces the endpoint's. */
export type AdminAdmission =
  { caller: { admin: AdminAccess }; cookies?: readonly Cookie[] } | { instead: HttpReply };

/**
 * Authenticates a request to the admin surface. A page with the key in its URL redirects to the URL without
 * it.
 */
export async function admitAdmin(request: HttpRequest, services: Services): Promise<AdminAdmission> {
  const code = request.query.get('code');
  const bearer = bearerOf(request);
  const { access, session } = await services.adminGate.enter({
    code: code || undefined,
    bearer: isAgentToken(bearer) ? undefined : bearer,
    session: sentSession(request),
    clientIp: request.clientIp,
  });
  const cookies = session === undefined ? {} : { cookies: [sessionCookie(request, session)] };
  if (code !== null && request.method === 'GET' && isForPerson(request)) {
    return { instead: { status: 303, headers: { location: addressWithoutKey(request) }, ...cookies } };
  }
  return { caller: { admin: access }, ...cookies };
}

/** Whether a browser shows the response as a page. */
export function isForPerson(request: HttpRequest): boolean {
  return request.header('accept')?.includes('text/html') === true;
}

/** The path and query of a request, without the admin key. */
export function addressWithoutKey({ path, query }: HttpRequest): string {
  const rest = new URLSearchParams(query);
  rest.delete('code');
  return rest.size === 0 ? path : `${path}?${rest.toString()}`;
}
