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
function isSecure({ serviceOrigin }: HttpRequest): boolean {
  return !isPlainLoopback(serviceOrigin);
}

/** A session cookie of this service; `maxAgeSeconds` 0 deletes it. */
export function cookieOf(request: HttpRequest, name: string, value: string, maxAgeSeconds: number): Cookie {
  return { name: cookieName(name, request), value, maxAgeSeconds, secure: isSecure(request) };
}

/**
 * The name of a cookie with the prefix `__Secure-` (except on plain-http localhost), so that pages without
 * https cannot set it (RFC 6265bis §4.1.3.1). `__Host-` would need the path `/`.
 */
function cookieName(name: string, request: HttpRequest): string {
  return isSecure(request) ? `__Secure-${name}` : name;
}

/** The value of a cookie in a request, by its name without prefix. */
export function cookieIn(request: HttpRequest, name: string): string | undefined {
  return cookieValue(request.header('cookie'), cookieName(name, request));
}

/** The value of a cookie in a `Cookie` header; of several the first. */
function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}
