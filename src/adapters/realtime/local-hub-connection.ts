import type { WebSocket } from 'ws';
import type { Clock } from '../../ports.ts';
import { rateWindow, type HubPolicy } from './local-hub-policy.ts';
import * as protocol from './local-hub-protocol.ts';
import type { HubMessage } from './local-hub-protocol.ts';
import type { RequestHandler } from './local-hub-requests.ts';
import type { Grant } from './local-hub-tokens.ts';
import { unacknowledgedMessages } from './local-hub-unacknowledged.ts';

const FRAME_WINDOW_MS = 10_000;

/** A client with more unread bytes than this is disconnected. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * A client's connection to the hub. With the reliable protocol it survives its socket until recovery times
 * out.
 */
export interface Connection {
  readonly id: string;
  readonly grant: Grant;
  /** The secret by which a client recovers its connection; undefined for the plain protocol. */
  readonly reconnectionToken: string | undefined;
  /** Whether the connection has lost its socket and can be recovered. */
  isDetached(): boolean;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  deliver(message: HubMessage): void;
  /**
   * Continues on a new socket and resends unacknowledged messages. Returns false if the connection has ended.
   */
  recover(socket: WebSocket): boolean;
  /** Heartbeat: pings the client, and drops a client that did not answer the previous ping. */
  checkAlive(): void;
  /** Closes with a status code (RFC 6455 §7.4) and a reason. The connection cannot be recovered. */
  close(code: number, reason: string): void;
  /** Ends the connection without waiting for the client. */
  drop(): void;
}

interface ConnectionOptions {
  id: string;
  grant: Grant;
  /** Set for the reliable protocol only. */
  reconnectionToken: string | undefined;
  requests: RequestHandler<Connection>;
  policy: HubPolicy;
  clock: Clock;
  /** Called for each frame that is received from or sent to the client. */
  count: (what: 'framesRead' | 'framesSent') => void;
  onEnd: (connection: Connection) => void;
}

/** Serves an accepted socket until the connection ends. */
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
      // After an oversized or malformed frame `ws` has already sent the status code.
      leaving = true;
      next.terminate();
    });
    next.on('close', (code) => {
      if (socket === next) detach(code);
    });
  }

  /** A broken connection of the reliable protocol can be recovered; one that the client closed cannot. */
  function detach(code: number): void {
    socket = undefined;
    if (!isReliable || leaving || code === 1000) {
      end();
      return;
    }
    const waiting = new AbortController();
    recovery = waiting;
    void clock.sleep(policy.recoveryMs, waiting.signal).then(() => {
      if (!waiting.signal.aborted) end();
    });
  }

  /** Sends bytes without copying them: as text, unless `binary` is set. */
  function send(content: string | Uint8Array, { binary }: { binary: boolean } = { binary: false }): void {
    if (socket?.readyState !== socket?.OPEN) return;
    if (socket && socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      fail();
      return;
    }
    count('framesSent');
    socket?.send(content, { binary });
  }

  /** Drops a client that does not read or does not acknowledge. */
  function fail(): void {
    leaving = true;
    if (socket) socket.terminate();
    else end();
  }

  function receive(data: Buffer, isBinary: boolean): void {
    if (!read.take('', policy.maxFramesPerWindow(grant))) {
      connection.close(1008, 'Too many messages in a short time.');
      return;
    }
    // The service passes messages of simple clients to an event handler, which this application does not
    // have.
    if (!speaksProtocol) return;
    count('framesRead');
    const frame = isBinary ? undefined : protocol.parseClientFrame(data.toString());
    if (!frame) {
      connection.close(1007, 'The message is not valid in the JSON subprotocol.');
      return;
    }
    if (frame.type === 'ping') {
      send(protocol.frames.pong());
      return;
    }
    if (frame.type === 'sequenceAck') {
      unacknowledged.acknowledge(frame.sequenceId);
      return;
    }
    const answer = requests.answer(frame, connection);
    if (answer !== undefined) send(answer);
  }

  function deliver({ frame, content }: HubMessage): void {
    if (leaving || ended) return;
    if (!isReliable) {
      if (speaksProtocol) send(frame);
      else send(protocol.plainContent(content), { binary: content.dataType === 'binary' });
      return;
    }
    const sequenceId = unacknowledged.add(frame);
    if (sequenceId === undefined) fail();
    else send(protocol.withSequenceId(frame, sequenceId));
  }

  const connection: Connection = {
    id,
    grant,
    reconnectionToken,
    isDetached: () => socket === undefined,
    closed: ending.promise,
    deliver,
    recover(next) {
      if (leaving || ended) return false;
      attach(next);
      for (const [sequenceId, frame] of unacknowledged.all()) {
        send(protocol.withSequenceId(frame, sequenceId));
      }
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
