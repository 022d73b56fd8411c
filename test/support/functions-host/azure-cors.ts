import type { IncomingMessage, ServerResponse } from 'node:http';

const ALLOW_ORIGIN = 'access-control-allow-origin';
/** The host's CORS headers by response. */
const corsHeaders = new WeakMap<ServerResponse, string>();

/**
 * The platform's CORS, if configured. It answers preflights without calling a function and without a max-age,
 * and sets the allowed origin of responses. Returns true if it has answered.
 */
export function answerCors(
  { method, headers }: IncomingMessage,
  outgoing: ServerResponse,
  allowedOrigins: readonly string[],
): boolean {
  const { origin } = headers;
  const allowed =
    origin === undefined ? undefined : allowedOrigins.find((one) => one === '*' || one === origin);
  if (allowed !== undefined) corsHeaders.set(outgoing, allowed);
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

/** The raw headers of a function's response with the platform's allowed origin. */
export function withCors(rawHeaders: readonly string[], outgoing: ServerResponse): string[] {
  const allowed = corsHeaders.get(outgoing);
  if (allowed === undefined) return [...rawHeaders];
  const isAllowOrigin = (at: number) => rawHeaders[at - (at % 2)]?.toLowerCase() === ALLOW_ORIGIN;
  return [...rawHeaders.filter((_, at) => !isAllowOrigin(at)), ALLOW_ORIGIN, allowed];
}
