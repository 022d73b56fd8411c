import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { PATIENCE_MS } from '../vitest/patience.ts';

/** A bare WebSocket that records all messages, for tests of the protocol. */
export interface RawSocket {
  readonly socket: WebSocket;
  /** All messages: parsed JSON, other text unchanged, bytes as a Buffer. */
  readonly received: unknown[];
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Sends an object as JSON, and strings and bytes unchanged. */
  send(frame: object | string | Buffer): void;
  /** Resolves to the next message. */
  next(): Promise<unknown>;
}

/** Opens a WebSocket. Resolves to the HTTP status if the handshake is refused. */
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
    received: heard,
    closed,
    send: (frame) =>
      socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    async next() {
      await vi.waitUntil(() => heard.length > taken, PATIENCE_MS);
      return heard[taken++];
    },
  };
}

/** Like `openSocket`, but throws if the handshake is refused. */
export async function connectSocket(...args: Parameters<typeof openSocket>): Promise<RawSocket> {
  const opened = await openSocket(...args);
  if (typeof opened === 'number') throw new Error(`The handshake was refused with ${opened}.`);
  return opened;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Other text is returned unchanged.
    return text;
  }
}
