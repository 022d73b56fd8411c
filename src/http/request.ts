/** An HTTP request as the core sees it; each host fills it from its own platform, and nothing else knows that platform. */
export interface HttpRequest {
  readonly method: string;
  /** The path without its query, for example `/api/chat`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Only the parameters that the route names, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The service's own origin as the caller addressed it, for example `https://chat.example.com`. */
  readonly serviceOrigin: string;
  /**
   * The address of the client after the trusted proxies, without port; IPv6 cut to its /64. Undefined where the platform's
   * word for it cannot be trusted.
   */
  readonly clientIp: string | undefined;
  /** A header as it came over the wire, by lower-case name. */
  header(name: string): string | undefined;
  /** The whole body, or `too-large` beyond the limit. Resolves once; later calls get the same bytes. */
  body(limitBytes: number): Promise<Uint8Array | 'too-large'>;
}

export interface Cookie {
  name: string;
  value: string;
  /** Seconds; 0 clears the cookie. */
  maxAgeSeconds: number;
  secure: boolean;
}

/** What goes back. A streamed body never throws: the core has mapped its errors before. */
export interface HttpReply {
  status: number;
  headers: Record<string, string>;
  cookies?: readonly Cookie[];
  body?: string | Uint8Array | AsyncIterable<string>;
}

export function json<T>(status: number, value: T, headers: Record<string, string> = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
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
