import type { IncomingMessage, ServerResponse } from 'node:http';

const ALLOW_ORIGIN = 'access-control-allow-origin';
/** What the host allows the site that an answer is for. */
const allowedFor = new WeakMap<ServerResponse, string>();

/**
 * The platform's own CORS, where it is set up: it answers preflights, of which no function hears, without a
 * time that browsers may keep them for, and has the last word on which origin an answer is for. True where it
 * has answered.
 */
export function answeredCors(
  { method, headers }: IncomingMessage,
  outgoing: ServerResponse,
  allowedOrigins: readonly string[],
): boolean {
  const { origin } = headers;
  const allowed =
    origin === undefined ? undefined : allowedOrigins.find((one) => one === '*' || one === origin);
  if (allowed !== undefined) allowedFor.set(outgoing, allowed);
  const asked = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || asked === undefined) return false;
  const wanted = headers['access-control-request-headers'];
  outgoing.writeHead(204, {
    ...(allowed !== undefined && { [ALLOW_ORIGIN]: allowed, 'access-control-allow-methods': asked }),
    ...(wanted !== undefined && { 'access-control-allow-headers': wanted }),
  });
  outgoing.end();
  return true;
}

/** Raw headers of a function's answer, with the allowed origin in the place of its own. */
export function withCors(rawHeaders: readonly string[], outgoing: ServerResponse): string[] {
  const allowed = allowedFor.get(outgoing);
  if (allowed === undefined) return [...rawHeaders];
  const isAllowOrigin = (at: number) => rawHeaders[at - (at % 2)]?.toLowerCase() === ALLOW_ORIGIN;
  return [...rawHeaders.filter((_, at) => !isAllowOrigin(at)), ALLOW_ORIGIN, allowed];
}
