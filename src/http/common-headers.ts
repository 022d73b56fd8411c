import type { HttpRequest } from './request.ts';

/** Default headers of every response (docs/api.md, Conventions). */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace id of the incoming `traceparent` (W3C Trace Context, §3.2), or a UUID without its dashes. */
export function requestIdOf({ header }: Pick<HttpRequest, 'header'>, uuid: () => string): string {
  return TRACEPARENT.exec(header('traceparent') ?? '')?.[1] ?? uuid().replaceAll('-', '');
}
