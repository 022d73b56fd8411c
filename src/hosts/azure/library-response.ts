import type { HttpResponseInit } from '@azure/functions';
import type { PushedText } from '../../http/pushed-text.ts';
import type { Cookie, HttpReply } from '../../http/request.ts';
import { discard } from '../incoming.ts';

interface LibraryResponseOptions {
  method: string;
  /** Called if the body fails after its first piece. */
  brokenOff: (error: unknown) => void;
}

/** Converts a reply for the library, which copies it into a `Response`. */
export function toLibraryResponse(
  { status, headers, cookies = [], body }: HttpReply,
  { method, brokenOff }: LibraryResponseOptions,
): HttpResponseInit {
  const init = { status, cookies: cookies.map(toLibraryCookie) };
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    if (status === 204 || status === 304) return { ...init, headers };
    const length = String(body === undefined ? 0 : Buffer.byteLength(body));
    return { ...init, headers: { ...headers, 'content-length': length }, body: body ?? '' };
  }
  const pieces = 'sendTo' in body ? piecesOf(body) : body;
  if (method !== 'HEAD') return { ...init, headers, body: bytesOf(pieces, brokenOff) };
  discard(pieces);
  return { ...init, headers };
}

/** The attributes of `setCookieHeader`. */
function toLibraryCookie({ name, value, maxAgeSeconds, secure }: Cookie) {
  return {
    name,
    value,
    maxAge: maxAgeSeconds,
    path: '/api',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
  } as const;
}

/**
 * The body as bytes. It never throws, because the library would then leave the client waiting. If the body
 * fails, the client gets a truncated response, because the connection cannot be closed without the exchange.
 */
async function* bytesOf(
  pieces: AsyncIterable<string | Uint8Array>,
  brokenOff: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const piece of pieces) yield Buffer.from(piece);
  } catch (error) {
    brokenOff(error);
  }
}

/** Converts a pushed text to an iterable; the buffer is not limited. */
async function* piecesOf(text: PushedText): AsyncGenerator<string, void, void> {
  const waiting: string[] = [];
  const progress = { isEnded: false };
  let wake: () => void = () => undefined;
  const pushing = text.sendTo({
    write(piece) {
      waiting.push(piece);
      wake();
    },
    isReady: () => true,
    end() {
      progress.isEnded = true;
      wake();
    },
  });
  try {
    for (;;) {
      const piece = waiting.splice(0).join('');
      if (piece !== '') yield piece;
      else if (progress.isEnded) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    pushing.stop();
  }
}
