import type { ErrorCode } from '../core/errors.ts';
import type { PushedText } from './pushed-text.ts';

/** The core's HTTP request, independent of the platform; each host creates it. */
export interface HttpRequest {
  readonly method: string;
  /** The path without its query, for example `/api/chat`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parameters of the route, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The requested origin of the service, for example `https://chat.example.com`. */
  readonly serviceOrigin: string;
  /**
   * The client's address without port; IPv6 as its /64. Undefined if the platform's metadata cannot be
   * trusted.
   */
  readonly clientIp: string | undefined;
  /** A header on the wire, by lower-case name. */
  header(name: string): string | undefined;
  /** The whole body, or `too-large` above the limit. It is read once; later calls get the same bytes. */
  body(limitBytes: number): Promise<Uint8Array | 'too-large'>;
  /** The host's own check, before all others; throws an AppError to refuse the request. */
  check?(): Promise<void>;
}

export interface Cookie {
  name: string;
  value: string;
  /** Seconds; 0 clears the cookie. */
  maxAgeSeconds: number;
  secure: boolean;
}

/** A response. A streamed body never throws, because the core maps its errors. */
export interface HttpReply {
  status: number;
  /** The error code in the body, for telemetry; not sent. */
  error?: ErrorCode;
  headers: Record<string, string>;
  cookies?: readonly Cookie[];
  body?: string | Uint8Array | AsyncIterable<string | Uint8Array> | PushedText;
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

export function json<T>(status: number, value: T, headers: Record<string, string> = {}): HttpReply {
  return {
    status,
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(value),
  };
}

export function html(status: number, body: string, headers: Record<string, string> = {}): HttpReply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

export function plainText(status: number, body: string): HttpReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

export function redirect(location: string): HttpReply {
  return { status: 302, headers: { location } };
}

export function empty(status: 204 | 304, headers: Record<string, string> = {}): HttpReply {
  return { status, headers };
}
