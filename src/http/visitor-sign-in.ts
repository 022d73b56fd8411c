import { SIGN_IN_SECONDS } from '../services/widgets/visitor-sign-in.ts';
import { cookieValue, isSecure } from './cookie.ts';
import type { Cookie, HttpRequest } from './request.ts';

const NAME = 'cw_visitor_sign_in';

/** Where a directory sends visitors back to; to be registered with each of them. */
export function signInReturn({ serviceOrigin }: HttpRequest): string {
  return `${serviceOrigin}/api/widget/sign-in/callback`;
}

/** The cookie that keeps the secrets of a sign-in, sealed, in the browser that began it. */
export function keptSignIn(request: HttpRequest, state: string): Cookie {
  return { name: NAME, value: state, maxAgeSeconds: SIGN_IN_SECONDS, secure: isSecure(request) };
}

/** The sealed secrets of the sign-in that this browser began. */
export function sentSignIn(request: HttpRequest): string | undefined {
  return cookieValue(request.header('cookie'), NAME);
}

/** The cookie that makes a browser forget its sign-in: it serves once. */
export function endedSignIn(request: HttpRequest): Cookie {
  return { ...keptSignIn(request, ''), maxAgeSeconds: 0 };
}
