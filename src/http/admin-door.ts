import type { AdminAccess } from '../services/admin/admin-gate.ts';
import type { Services } from '../services/platform/services.ts';
import { sentSession, sessionCookie } from './admin-session.ts';
import { bearerOf, isAgentToken } from './bearer.ts';
import type { Cookie, HttpReply, HttpRequest } from './request.ts';

/** An admin who is in, with what their reply carries; or another answer than the endpoint's. */
export type AdminAdmission =
  { caller: { admin: AdminAccess }; cookies?: readonly Cookie[] } | { instead: HttpReply };

/** The gate of the admin surface over HTTP. A page that is reached with the key in its address is sent on without it. */
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

/** Whether what comes back is shown to a person as a page of its own. */
export function isForPerson(request: HttpRequest): boolean {
  return request.header('accept')?.includes('text/html') === true;
}

/** The path and query of a request, without the admin key. */
export function addressWithoutKey({ path, query }: HttpRequest): string {
  const rest = new URLSearchParams(query);
  rest.delete('code');
  return rest.size === 0 ? path : `${path}?${rest.toString()}`;
}
