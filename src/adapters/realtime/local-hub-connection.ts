import type { WebSocket } from 'ws';
import type { Clock } from '../../ports.ts';
import type { HubPolicy } from './local-hub-policy.ts';
import * as protocol from './local-hub-protocol.ts';
import type { HubMessage } from './local-hub-protocol.ts';
import { rateWindow } from './local-hub-rate.ts';
import type { RequestHandler } from './local-hub-requests.ts';
import type { Grant } from './local-hub-tokens.ts';
import { unacknowledgedMessages } from './local-hub-unacknowledged.ts';

const FRAME_WINDOW_MS = 10_000;

/** A client that has not read this many bytes is taken for dead. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** One client's connection to the hub. In the reliable protocol it outlives its socket for the time of recovery. */
export interface Connection {
  readonly id: string;
  readonly grant: Grant;
  /** Opaque proof that a recovery is asked for by the same client; undefined for the plain protocol. */
  readonly reconnectionToken: string | undefined;
  /** It has no socket now and waits for recovery. */
  isDetached(): boolean;
  /** Resolves when the connection is over. */
  readonly closed: Promise<void>;
  deliver(message: HubMessage): void;
  /** Continues on a new socket, on which unacknowledged messages are sent again; false where the connection is over. */
  recover(socket: WebSocket): boolean;
  /** Asks the client for a sign of life, and drops one that gave none since the last time. */
  checkAlive(): void;
  /** Says goodbye with a status code (RFC 6455 §7.4) and a reason; the connection cannot be recovered. */
  close(code: number, reason: string): void;
  /** Ends the connection without waiting for the client. */
  drop(): void;
}

export interface ConnectionOptions {
  id: string;
  grant: Grant;
  /** Set for the reliable protocol alone. */
  reconnectionToken: string | undefined;
  requests: RequestHandler<Connection>;
  policy: HubPolicy;
  clock: Clock;
  /** Told of each frame that the client sent and of each that it was sent. */
  count: (what: 'framesRead' | 'framesSent') => void;
  onEnd: (connection: Connection) => void;
}

/** Serves an accepted socket: greets the client and answers its frames until the connection is over. */
export function openConnection(first: WebSocket, options: ConnectionOptions): Connection {
  const { id, grant, reconnectionToken, requests, policy, clock, count, onEnd } = options;
  const speaksProtocol = first.protocol !== '';
  const isReliable = reconnectionToken !== undefined;
  const unacknowledged = unacknowledgedMessages(policy.unacknowledged);
  const read = rateWindow(clock, FRAME_WINDOW_MS);
  const ending = Promise.withResolvers<void>();
  let socket: WebSocket | undefined;
  let recovery: AbortController | undefined;
  let alive = true;
  let leaving = false;
  let ended = false;

  function end(): void {
    if (ended) return;
    ended = true;
    recovery?.abort();
    unacknowledged.clear();
    onEnd(connection);
    ending.resolve();
  }

  function attach(next: WebSocket): void {
    recovery?.abort();
    const before = socket;
    socket = next;
    before?.terminate();
    alive = true;
    next.on('message', (data: Buffer, isBinary) => {
      alive = true;
      if (socket === next && next.readyState === next.OPEN) receive(data, isBinary);
    });
    next.on('pong', () => (alive = true));
    next.on('error', () => {
      // An oversize or malformed frame; `ws` has sent the status code by then.
      leaving = true;
      next.terminate();
    });
    next.on('close', (code) => {
      if (socket === next) detach(code);
    });
  }

  /** A broken line of the reliable protocol may be recovered for a while; a client that says goodbye is gone. */
  function detach(code: number): void {
    socket = undefined;
    if (!isReliable || leaving || code === 1000) return end();
    const waiting = new AbortController();
    recovery = waiting;
    void clock.sleep(policy.recoveryMs, waiting.signal).then(() => {
      if (!waiting.signal.aborted) end();
    });
  }

  function send(content: string | Uint8Array): void {
    if (socket?.readyState !== socket?.OPEN) return;
    if (socket && socket.bufferedAmount > MAX_BUFFERED_BYTES) return fail();
    count('framesSent');
    socket?.send(content);
  }

  /** Gives up a client that does not read, or does not acknowledge. */
  function fail(): void {
    leaving = true;
    if (socket) socket.terminate();
    else end();
  }

  function receive(data: Buffer, isBinary: boolean): void {
    if (!read.take('', policy.maxFramesPerWindow(grant))) {
      return connection.close(1008, 'Too many messages in a short time.');
    }
    // A simple client's messages go to the application's event handler, and this application has none.
    if (!speaksProtocol) return;
    count('framesRead');
    const frame = isBinary ? undefined : protocol.parseClientFrame(data.toString());
    if (!frame) return connection.close(1007, 'The message is not valid in the JSON subprotocol.');
    if (frame.type === 'ping') return send(protocol.frames.pong());
    if (frame.type === 'sequenceAck') return unacknowledged.acknowledge(frame.sequenceId);
    const answer = requests.answer(frame, connection);
    if (answer !== undefined) send(answer);
  }

  const connection: Connection = {
    id,
    grant,
    reconnectionToken,
    isDetached: () => socket === undefined,
    closed: ending.promise,
    deliver({ frame, content }) {
      if (leaving || ended) return;
      if (!isReliable) return send(speaksProtocol ? frame : protocol.plainContent(content));
      const numbered = unacknowledged.add((sequenceId) => protocol.numbered(frame, sequenceId));
      if (numbered === undefined) fail();
      else send(numbered);
    },
    recover(next) {
      if (leaving || ended) return false;
      attach(next);
      for (const frame of unacknowledged.all()) send(frame);
      return true;
    },
    checkAlive() {
      if (!alive) return socket?.terminate();
      alive = false;
      socket?.ping();
    },
    close(code, reason) {
      if (speaksProtocol) send(protocol.frames.disconnected(reason));
      leaving = true;
      if (socket) socket.close(code, reason);
      else end();
    },
    drop() {
      leaving = true;
      if (socket) socket.terminate();
      else end();
    },
  };

  attach(first);
  if (speaksProtocol) send(protocol.frames.connected(grant.userId, id, reconnectionToken));
  return connection;
}
