import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { guardedConnection, type PublicNetwork } from '../public-network/network.ts';
import { proxiedConnection, type OutboundProxy } from '../public-network/proxy.ts';

/** The content exceeds the limit, before or after decompression. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

export interface Connections {
  network: PublicNetwork;
  /** The outbound proxy of the service's network. */
  proxy?: OutboundProxy | undefined;
}

/** A response of a website. Its body must be read or discarded; otherwise the connection stays open. */
export interface WebsiteAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The decompressed body in pieces. Throws TooLarge beyond `maxBytes`. */
  body(maxBytes: number): AsyncIterable<Uint8Array>;
  discard(): void;
}

const DECODERS: Readonly<Record<string, () => Readable & NodeJS.WritableStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Sends one GET request over a guarded connection. Redirects are not followed. */
export async function getFromWebsite(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { network, proxy }: Connections,
  signal: AbortSignal,
): Promise<WebsiteAnswer> {
  const connection = proxy?.isUsedFor(url)
    ? await proxiedConnection(url, network, proxy)
    : guardedConnection(url, network);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent = send(
    url,
    { method: 'GET', headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' }, signal, ...connection },
    resolve,
  );
  sent.on('error', reject);
  sent.end();
  const incoming = await promise;
  // Ignores errors of a body that is discarded.
  incoming.on('error', () => undefined);
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: (maxBytes) => limitSize(decompress(incoming), incoming, maxBytes),
    discard: () => void incoming.destroy(),
  };
}

function decompress(incoming: IncomingMessage): Readable {
  const decoder = DECODERS[incoming.headers['content-encoding']?.trim().toLowerCase() ?? '']?.();
  // The pipeline passes errors of both sides to the decoder.
  return decoder === undefined ? incoming : pipeline(incoming, decoder, () => undefined);
}

/** Limits the decompressed size, against decompression bombs. Leaving the loop ends the request. */
async function* limitSize(
  body: Readable,
  incoming: IncomingMessage,
  maxBytes: number,
): AsyncIterable<Uint8Array> {
  let bytes = 0;
  try {
    const pieces: AsyncIterable<Uint8Array> = body;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new TooLarge('The body is too large.');
      yield piece;
    }
  } finally {
    incoming.destroy();
  }
}

export async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
