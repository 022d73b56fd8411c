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

const TRACEPARENT =
  /^(?<version>[0-9a-f]{2})-(?!0{32})(?<traceId>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?<more>-.*)?$/;

/**
 * The trace id of a valid `traceparent` header (W3C Trace Context, §3.2), else a UUID without dashes.
 */
export function requestIdOf({ header }: Pick<HttpRequest, 'header'>, uuid: () => string): string {
  const { version, traceId, more } = TRACEPARENT.exec(header('traceparent') ?? '')?.groups ?? {};
  const isValid = traceId !== undefined && version !== 'ff' && (version !== '00' || more === undefined);
  return isValid ? traceId : uuid().replaceAll('-', '');
}
