import { SIGN_IN_SECONDS } from '../widgets/visitor-sign-in.ts';
import { cookieOf, cookieIn } from './cookie.ts';
import type { Cookie, HttpRequest } from './request.ts';

const NAME = 'cw_visitor_sign_in';

/** The redirect URI of visitors' sign-ins; it must be registered with each directory. */
export function signInReturn({ serviceOrigin }: HttpRequest): string {
  return `${serviceOrigin}/api/widget/sign-in/callback`;
}

/** The cookie with the encrypted state of a sign-in. */
export function signInStateCookie(request: HttpRequest, state: string): Cookie {
  return cookieOf(request, NAME, state, SIGN_IN_SECONDS);
}

/** The encrypted state of the sign-in in a request. */
export function signInStateIn(request: HttpRequest): string | undefined {
  return cookieIn(request, NAME);
}

/** The cookie that deletes the state of a sign-in, which can be used once. */
export function clearedSignInCookie(request: HttpRequest): Cookie {
  return { ...signInStateCookie(request, ''), maxAgeSeconds: 0 };
}
