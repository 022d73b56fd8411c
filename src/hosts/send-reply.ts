import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setCookieHeader } from '../http/cookie.ts';
import type { PushedText } from '../http/pushed-text.ts';
import type { HttpReply } from '../http/request.ts';
import { discard, whileListening } from './incoming.ts';

/**
 * Writes a reply to a `node:http` response; both hosts use it. Resolves when it is completely written or the
 * client has disconnected. Rejects if the body fails; the caller must then close the connection.
 */
export async function sendReply(
  { status, headers, cookies = [], body }: HttpReply,
  outgoing: ServerResponse,
): Promise<void> {
  // Otherwise the client would wait for the rest of a body that is shorter than its content-length.
  outgoing.strictContentLength = true;
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies.map(setCookieHeader));
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    outgoing.writeHead(
      status,
      status === 204 || status === 304 ? headers : { ...headers, 'content-length': length },
    );
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(status, headers);
  if ('sendTo' in body) {
    await push(body, outgoing);
    return;
  }
  outgoing.flushHeaders();
  if (outgoing.req.method === 'HEAD') {
    discard(body);
    outgoing.end();
    return;
  }
  for await (const piece of whileListening(body, outgoing)) outgoing.write(piece);
  outgoing.end();
}

/** Writes a text as it is pushed; Node sends all writes of one tick with one system call. */
async function push(text: PushedText, outgoing: ServerResponse): Promise<void> {
  const pushing = text.sendTo({
    write: (piece) => void outgoing.write(piece),
    isReady: () => !outgoing.writableNeedDrain && !outgoing.destroyed,
    end: () => void outgoing.end(),
  });
  // A text that starts immediately is sent together with the headers.
  if (!outgoing.writableEnded) outgoing.flushHeaders();
  outgoing.on('drain', pushing.resume);
  try {
    // After an earlier disconnect there is no further `close` event.
    if (!outgoing.destroyed) await once(outgoing, 'close');
  } finally {
    pushing.stop();
  }
}
