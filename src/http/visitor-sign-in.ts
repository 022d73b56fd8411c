import { SIGN_IN_SECONDS } from '../services/widgets/visitor-sign-in.ts';
import { cookieOf, sentCookie } from './cookie.ts';
import type { Cookie, HttpRequest } from './request.ts';

const NAME = 'cw_visitor_sign_in';

/** The redirect URI of visitors' sign-ins; to be registered with each directory. */
export function signInReturn({ serviceOrigin }: HttpRequest): string {
  return `${serviceOrigin}/api/widget/sign-in/callback`;
}

/** The cookie with the encrypted secrets of a sign-in, for the browser that began it. */
export function signInStateCookie(request: HttpRequest, state: string): Cookie {
  return cookieOf(request, NAME, state, SIGN_IN_SECONDS);
}

/** The encrypted secrets of this browser's sign-in. */
export function sentSignIn(request: HttpRequest): string | undefined {
  return sentCookie(request, NAME);
}

/** The cookie that deletes a sign-in: it can be used once. */
export function endedSignIn(request: HttpRequest): Cookie {
  return { ...signInStateCookie(request, ''), maxAgeSeconds: 0 };
}
