import { hash } from 'node:crypto';
import { notModified } from './etag.ts';
import { json, type HttpReply, type HttpRequest } from './request.ts';

/**
 * A public response, cacheable for five minutes (Specification, Limits, Plan list cache), or 304 to a client
 * that has it already.
 */
export function cachedReply<T>(request: HttpRequest, value: T): HttpReply {
  const etag = `"${hash('sha256', JSON.stringify(value), 'base64url')}"`;
  const headers = { 'cache-control': 'public, max-age=300', etag };
  return notModified(request, headers) ?? json<T>(200, value, headers);
}
