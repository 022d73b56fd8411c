import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isLoopbackHost } from '../../domain/hosts.ts';
import { guardedConnection, RefusedAddress, type PublicNetwork } from './network.ts';

/** A response is longer than it may be. */
class TooLong extends Error {
  override name = 'TooLong';
}

export interface GuardedFetchOptions {
  network: PublicNetwork;
  /** The longest body that is read, in bytes. */
  maxBytes: number;
}

/** The request of a library, in the form of `fetch`. */
export interface GuardedRequest {
  method?: string;
  headers?: HeadersInit;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}

/** Statuses whose responses have no body (Fetch Standard, null body status). */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * The `fetch` of libraries that ask addresses which people enter, and addresses that a response names: over a
 * guarded connection, with a bounded body. Redirects are not followed: their status is the answer. Plain http
 * is for the loopback only. As with `fetch`, a failure is a TypeError.
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
  if (protocol === 'http:' && isLoopbackHost(hostname)) return httpRequest;
  throw new RefusedAddress('Plain http is for the loopback only.');
}

async function responseOf(incoming: IncomingMessage, maxBytes: number): Promise<Response> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const read: AsyncIterable<Buffer> = incoming;
  for await (const piece of read) {
    bytes += piece.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new TooLong('The response is too long.');
    pieces.push(piece);
  }
  const { statusCode = 502, headers } = incoming;
  // A status outside of this range cannot be in a Response.
  const status = statusCode >= 200 && statusCode <= 599 ? statusCode : 502;
  const type = headers['content-type'];
  return new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(pieces), {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}
