import type { HttpRequest } from './request.ts';

/** The bearer token of a request (RFC 6750 §2.1), or undefined. */
export function bearerOf(request: HttpRequest): string | undefined {
  return /^bearer +(.+)$/i.exec(request.header('authorization') ?? '')?.[1];
}

/**
 * A compact JWS (RFC 7515 §7.1). An admin key never has this form: three parts that begin with encoded JSON.
 */
const TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/**
 * Whether a bearer token is an identity provider's. Such a token is not compared with the admin key, and is
 * no wrong key.
 */
export function isAgentToken(bearer: string | undefined): boolean {
  return TOKEN.test(bearer ?? '');
}
