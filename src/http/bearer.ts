import type { HttpRequest } from './request.ts';

/** What a request presents as its bearer token (RFC 6750 §2.1), or undefined. */
export function bearerOf(request: HttpRequest): string | undefined {
  return /^bearer +(.+)$/i.exec(request.header('authorization') ?? '')?.[1];
}

/** A compact JWS (RFC 7515 §7.1), which is never an admin key: those are not made of three parts that begin with JSON. */
const TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/** Whether a bearer token is an identity provider's. It is no guess at the admin key, and is not compared with it. */
export function isAgentToken(bearer: string | undefined): boolean {
  return TOKEN.test(bearer ?? '');
}
