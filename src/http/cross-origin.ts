import { AppError } from '../core/errors.ts';
import { isLoopbackHost } from '../lib/ip-address.ts';
import { allowOriginHeader, mayUseChat, type Allowlist } from '../conversations/rules/origin.ts';
import type { HttpReply, HttpRequest } from './request.ts';

/**
 * The CORS headers of a visitor endpoint's response, also of errors, so that the widget can read them.
 */
export function corsHeaders(
  allowlist: Allowlist,
  request: Pick<HttpRequest, 'header'>,
): Record<string, string> {
  const allowed = allowOriginHeader(allowlist, request.header('origin'));
  return {
    ...(allowed !== undefined && { 'access-control-allow-origin': allowed }),
    'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
    vary: 'Origin',
  };
}

/**
 * Throws `origin-not-allowed` for a browser on a site outside the allowlist. The service's own pages are
 * always allowed.
 */
export function refuseForeignOrigin(allowlist: Allowlist, request: HttpRequest): void {
  const origin = request.header('origin');
  if (origin === undefined || origin === request.serviceOrigin) return;
  if (!mayUseChat(allowlist, origin)) throw new AppError('origin-not-allowed');
}

/** The response to a preflight of a visitor endpoint (Fetch standard, CORS-preflight fetch). */
export function preflight(
  allowlist: Allowlist,
  request: Pick<HttpRequest, 'header'>,
  methods: string,
): HttpReply {
  return {
    status: 204,
    headers: {
      ...corsHeaders(allowlist, request),
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, traceparent',
      'access-control-max-age': '7200',
    },
  };
}

/**
 * Throws `cross-site-request` for cross-site browser requests (CSRF), by Fetch Metadata or the Origin header.
 * A client without both headers is not a browser and is accepted (docs/api.md, Admin surface).
 */
export function refuseCrossSite(request: HttpRequest): void {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const foreign = site === 'cross-site' || site === 'same-site';
  if (foreign || (origin !== undefined && origin !== request.serviceOrigin)) {
    throw new AppError('cross-site-request');
  }
}

const isLoopback = (host: string): boolean => isLoopbackHost(host.replace(/:\d+$/, ''));

/**
 * The service's origin behind the platform's front end, which accepts only https: the requested host name if
 * it is a known one, else the first known one. `Forwarded`, `X-Original-Host` and `DISGUISED-HOST` are
 * ignored, because callers can forge them, and `X-Forwarded-Proto`, because it is of the hop behind the front
 * end. A loopback name means plain http on this machine.
 */
export function ownOrigin(addressed: string | undefined, knownHosts: readonly string[]): string {
  const host = addressed?.toLowerCase() ?? '';
  if (isLoopback(host)) return `http://${host}`;
  const known = knownHosts.includes(host) ? host : knownHosts[0];
  return `https://${known ?? host}`;
}

/** Whether an origin is plain http on this machine. */
export function isPlainLoopback(origin: string): boolean {
  return origin.startsWith('http://') && isLoopback(origin.slice('http://'.length));
}
