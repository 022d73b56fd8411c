import { hash } from 'node:crypto';
import { empty, type HttpReply, type HttpRequest, json } from './request.ts';

/** A 304 if If-None-Match has `headers.etag` (RFC 9110 §13.1.2, weak comparison); otherwise undefined. */
export function notModified(
  request: HttpRequest,
  headers: Record<string, string> & { etag: string },
): HttpReply | undefined {
  const held = request.header('if-none-match');
  if (held === undefined) return undefined;
  const matches =
    held.trim() === '*' || held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === headers.etag);
  return matches ? empty(304, headers) : undefined;
}

/**
 * The entity tags of If-Match; undefined if any version is accepted. Weak tags never match (RFC 9110 §13.1.1,
 * strong comparison).
 */
export function expectedEtags(request: HttpRequest): string[] | undefined {
  const expected = request.header('if-match')?.trim();
  return expected === undefined || expected === '*'
    ? undefined
    : expected.split(',').map((tag) => tag.trim());
}

/**
 * A public response that is cacheable for five minutes (docs/rules.md, Limits), or 304.
 */
export function cachedReply<T>(request: HttpRequest, value: T): HttpReply {
  const etag = `"${hash('sha256', JSON.stringify(value), 'base64url')}"`;
  const headers = { 'cache-control': 'public, max-age=300', etag };
  return notModified(request, headers) ?? json<T>(200, value, headers);
}
