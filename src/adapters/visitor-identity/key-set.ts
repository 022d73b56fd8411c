import { request } from 'node:https';
import { guardedConnection, type PublicNetwork } from '../public-network/network.ts';

/** Far more than the keys of a site need. */
const MAX_BYTES = 64 * 1024;

/** What `jose` asks for. */
export interface FetchOptions {
  headers: Headers;
  signal: AbortSignal;
}

/** The key set is larger than any is. */
class TooLarge extends Error {
  override name = 'TooLarge';
}

/**
 * Fetches a key set over a guarded connection, in the form that `jose` asks for. Redirects are not followed:
 * their status is the answer.
 */
export async function fetchKeySet(
  url: string,
  network: PublicNetwork,
  { headers, signal }: FetchOptions,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const sent = request(
    url,
    { headers: Object.fromEntries(headers), signal, ...guardedConnection(network) },
    (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on('error', reject);
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        pieces.push(piece);
        if (bytes > MAX_BYTES) response.destroy(new TooLarge('The key set is too large.'));
      });
      response.on('end', () =>
        resolve(new Response(Buffer.concat(pieces), { status: response.statusCode === 200 ? 200 : 502 })),
      );
    },
  );
  sent.on('error', reject);
  sent.end();
  return await promise;
}
