import type { IncomingMessage, OutgoingMessage } from 'node:http';
import type { HttpRequest } from '../http/request.ts';

/** The part of a request that comes from `node:http`. */
export type IncomingRequest = Omit<HttpRequest, 'params' | 'serviceOrigin' | 'clientIp' | 'check'>;

/**
 * Converts a `node:http` request for the core; both hosts use it, because the cloud's worker also gets
 * requests over HTTP.
 */
export function fromIncoming(incoming: IncomingMessage): IncomingRequest {
  let bytes: Promise<Uint8Array | 'too-large'> | undefined;
  return {
    ...splitUrl(incoming.url ?? '/'),
    // HEAD is GET without the response body, which the hosts leave out (RFC 9110 §9.3.2).
    method: incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? 'GET'),
    header(name) {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body: (limitBytes) => (bytes ??= readBody(incoming, limitBytes)),
  };
}

export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?');
  return mark === -1
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
}

function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Uint8Array | 'too-large'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) chunks.push(chunk);
      else {
        // The rest is discarded, so that the client gets the response instead of a connection reset.
        chunks.length = 0;
        resolve('too-large');
      }
    });
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    // After a disconnect, the incomplete body is treated as empty. If that was before the read, the stream
    // has no
    // further event.
    const leave = () => resolve(new Uint8Array());
    incoming.on('error', leave).on('close', leave);
    if (incoming.destroyed) leave();
  });
}

/** Stops the producer of a body that is not sent. */
export function discard(body: AsyncIterable<string | Uint8Array>): void {
  void body[Symbol.asyncIterator]().return?.();
}

/** A client that reads nothing for this long, in milliseconds, is disconnected. */
const STALLED_MS = 30_000;

/**
 * The chunks of a body with back-pressure, until it ends or the client disconnects or stalls; then the
 * producer is stopped.
 */
export async function* whileListening<T extends string | Uint8Array>(
  body: AsyncIterable<T>,
  outgoing: OutgoingMessage,
  stalledMs = STALLED_MS,
): AsyncGenerator<T, void, void> {
  const pieces = body[Symbol.asyncIterator]();
  // One pair of listeners serves the whole body: racing each chunk against one long-lived promise would leak
  // every chunk.
  let wake: () => void = () => undefined;
  const onChange = () => wake();
  outgoing.on('close', onChange).on('drain', onChange);
  try {
    while (!outgoing.destroyed) {
      if (outgoing.writableNeedDrain) {
        const stalled = setTimeout(() => outgoing.destroy(), stalledMs);
        await new Promise<void>((resolve) => (wake = resolve));
        clearTimeout(stalled);
        continue;
      }
      const next = await new Promise<IteratorResult<T, unknown> | undefined>((resolve, reject) => {
        wake = () => {
          if (outgoing.destroyed) resolve(undefined);
        };
        pieces.next().then(resolve, reject);
      });
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    outgoing.off('close', onChange).off('drain', onChange);
    // Not awaited, because a waiting producer ends only at its next chunk.
    void pieces.return?.();
  }
}
