import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { guardedConnection, type PublicNetwork } from '../public-network/network.ts';
import { proxiedConnection, type OutboundProxy } from '../public-network/proxy.ts';

/** The content is larger than allowed, before or after it is decompressed. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

export interface Connections {
  network: PublicNetwork;
  /** The proxy of the network that the service runs in. */
  proxy?: OutboundProxy | undefined;
}

/** An answer of a website. Its body is read or discarded, else its connection stays open. */
export interface WebsiteAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body in pieces, decompressed; more than `maxBytes` are TooLarge. */
  body(maxBytes: number): AsyncIterable<Uint8Array>;
  discard(): void;
}

const DECODERS: Readonly<Record<string, () => Readable & NodeJS.WritableStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Sends one GET over a guarded connection, which redirects do not follow. */
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
  // A body that is discarded may break.
  incoming.on('error', () => undefined);
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: (maxBytes) => bounded(decoded(incoming), incoming, maxBytes),
    discard: () => void incoming.destroy(),
  };
}

function decoded(incoming: IncomingMessage): Readable {
  const decoder = DECODERS[incoming.headers['content-encoding']?.trim().toLowerCase() ?? '']?.();
  // The pipeline passes an error of either side on to the decoder, which is read.
  return decoder === undefined ? incoming : pipeline(incoming, decoder, () => undefined);
}

/** Counts what comes out: a small body cannot become a large one. Leaving the loop ends the request. */
async function* bounded(
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
