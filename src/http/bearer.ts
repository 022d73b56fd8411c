import type { HttpRequest } from './request.ts';

/** What a request presents as its bearer token (RFC 6750 §2.1), or undefined. */
export function bearerOf(request: HttpRequest): string | undefined {
  return /^bearer +(.+)$/i.exec(request.header('authorization') ?? '')?.[1];
}
