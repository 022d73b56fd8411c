import { isPlainLoopback } from './cross-origin.ts';
import type { Cookie, HttpRequest } from './request.ts';

/**
 * The `Set-Cookie` line of a session cookie of the admin pages: HttpOnly, SameSite=Lax, Path=/api (RFC
 * 6265bis).
 */
export function setCookieHeader({ name, value, maxAgeSeconds, secure }: Cookie): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/api; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Cookies are `Secure`, except on plain-http localhost. */
export function isSecure({ serviceOrigin }: HttpRequest): boolean {
  return !isPlainLoopback(serviceOrigin);
}

/** The value of one cookie in a `Cookie` header; the first of a name counts. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}
