import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isUsualLoopbackHost } from '../../lib/hosts.ts';
import { guardedConnection, RefusedAddress, type PublicNetwork } from './network.ts';

/** The response exceeds the limit. */
class ResponseTooLong extends Error {
  override name = 'TooLong';
}

interface GuardedFetchOptions {
  network: PublicNetwork;
  /** The longest body that is read, in bytes. */
  maxBytes: number;
}

/** A request in the form of `fetch`, as libraries send it. */
export interface GuardedRequest {
  method?: string;
  headers?: HeadersInit;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}

/** Statuses whose responses have no body (Fetch Standard, null body status). */
const NULL_BODY_STATUSES = new Set([204, 205, 304]);

/**
 * `fetch` for libraries that request addresses which people enter or responses name: over a guarded
 * connection, with a bounded body. Redirects are not followed; the caller gets their status. Plain http is
 * only allowed for loopback addresses. Failures are TypeErrors, as with `fetch`.
 */
export async function guardedFetch(
  address: string,
  { method = 'GET', headers, body, signal }: GuardedRequest,
  { network, maxBytes }: GuardedFetchOptions,
): Promise<Response> {
  const content = body instanceof URLSearchParams ? body.toString() : body;
  if (content !== undefined && content !== null && typeof content !== 'string') {
    throw new TypeError('A body is sent as text.');
  }
  const url = new URL(address);
  try {
    const options = {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(signal && { signal }),
      ...guardedConnection(url, network),
    };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = requestOf(url)(url, options, resolve);
    sent.on('error', reject);
    sent.end(content ?? undefined);
    return await responseOf(await promise, maxBytes);
  } catch (error) {
    throw new TypeError('The request failed.', { cause: error });
  }
}

function requestOf({ protocol, hostname }: URL): typeof httpsRequest {
  if (protocol === 'https:') return httpsRequest;
  if (protocol === 'http:' && isUsualLoopbackHost(hostname)) return httpRequest;
  throw new RefusedAddress('Plain http is for the loopback only.');
}

async function responseOf(incoming: IncomingMessage, maxBytes: number): Promise<Response> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const read: AsyncIterable<Buffer> = incoming;
  for await (const piece of read) {
    bytes += piece.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new ResponseTooLong('The response is too long.');
    pieces.push(piece);
  }
  const { statusCode = 502, headers } = incoming;
  // `Response` accepts no status outside this range.
  const status = statusCode >= 200 && statusCode <= 599 ? statusCode : 502;
  const type = headers['content-type'];
  return new Response(NULL_BODY_STATUSES.has(status) ? null : Buffer.concat(pieces), {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}
