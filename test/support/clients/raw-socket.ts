import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { PATIENCE_MS } from '../vitest/patience.ts';

/** A bare WebSocket that keeps what it hears, for tests of the protocol itself. */
export interface RawSocket {
  readonly socket: WebSocket;
  /** Every message: text as parsed JSON, or unchanged if it is not JSON; bytes as a Buffer. */
  readonly heard: unknown[];
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Sends a value as JSON, a string or bytes as they are. */
  send(frame: object | string | Buffer): void;
  /** Waits for the next message that has not been taken yet. */
  next(): Promise<unknown>;
}

/** Opens a WebSocket; resolves to the HTTP status where the handshake is refused. */
export async function openSocket(
  url: string,
  protocols: string[] = ['json.webpubsub.azure.v1'],
  headers: Record<string, string> = {},
): Promise<RawSocket | number> {
  const socket = new WebSocket(url, protocols, { headers });
  const heard: unknown[] = [];
  let taken = 0;
  socket.on(
    'message',
    (data: Buffer, isBinary) => void heard.push(isBinary ? data : asJson(data.toString())),
  );
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  const refused = await new Promise<number | undefined>((resolve, reject) => {
    socket.on('open', () => resolve(undefined));
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode);
    });
    socket.on('error', reject);
  });
  if (refused !== undefined) return refused;
  return {
    socket,
    heard,
    closed,
    send: (frame) =>
      socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    async next() {
      await vi.waitUntil(() => heard.length > taken, PATIENCE_MS);
      return heard[taken++];
    },
  };
}

/** As `openSocket`, for a handshake that must succeed. */
export async function connectSocket(...args: Parameters<typeof openSocket>): Promise<RawSocket> {
  const opened = await openSocket(...args);
  if (typeof opened === 'number') throw new Error(`The handshake was refused with ${opened}.`);
  return opened;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is kept unchanged.
    return text;
  }
}
