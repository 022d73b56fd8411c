import { SESSION_SECONDS } from '../domain/admin-key.ts';
import { cookieValue, isSecure } from './cookie.ts';
import type { Cookie, HttpRequest } from './request.ts';

const NAME = 'cw_admin';

/** The session cookie of the admin pages in a request. */
export function sentSession(request: HttpRequest): string | undefined {
  return cookieValue(request.header('cookie'), NAME);
}

/** The cookie that keeps a browser signed in. */
export function sessionCookie(request: HttpRequest, session: string): Cookie {
  return { name: NAME, value: session, maxAgeSeconds: SESSION_SECONDS, secure: isSecure(request) };
}

/** The cookie that deletes a browser's session. */
export function endedSessionCookie(request: HttpRequest): Cookie {
  return { ...sessionCookie(request, ''), maxAgeSeconds: 0 };
}
