import type { WebSocket } from 'ws';
import type { Clock } from '../../ports.ts';
import type { Directory } from './local-hub-directory.ts';
import * as protocol from './local-hub-protocol.ts';
import type { ClientFrame, Payload } from './local-hub-protocol.ts';
import type { Grant } from './local-hub-tokens.ts';

/** A client may send this many frames in each window; people who type and read stay far below it. */
const MAX_FRAMES_PER_WINDOW = 300;
const FRAME_WINDOW_MS = 10_000;

/** A client that has not read this many bytes is taken for dead. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** How many of the newest `ackId`s a connection remembers; the service keeps as many. */
const REMEMBERED_ACK_IDS = 1000;

/** One live connection to the hub. */
export interface Connection {
  /** Resolves when the socket is closed. */
  readonly closed: Promise<void>;
  /** Sends a message: the frame to a client that speaks the subprotocol, the bare content to any other. */
  deliver(frame: string, content: Payload): void;
  /** Asks the client for a sign of life, and drops one that gave none since the last time. */
  checkAlive(): void;
  /** Says goodbye with a status code (RFC 6455 §7.4) and a reason. */
  close(code: number, reason: string): void;
  /** Ends the connection without waiting for the client. */
  drop(): void;
}

/** Serves an accepted socket until it closes: enters it into the directory, greets it, and answers its frames. */
export function serveConnection(
  socket: WebSocket,
  { userId, roles: granted, groups }: Grant,
  connectionId: string,
  members: Directory<Connection>,
  clock: Clock,
): void {
  const roles = new Set(granted);
  const speaksProtocol = socket.protocol === protocol.SUBPROTOCOL;
  const recentAckIds = new Set<number>();
  const { promise: closed, resolve: markClosed } = Promise.withResolvers<void>();
  let alive = true;
  let windowEndsAtMs = 0;
  let framesInWindow = 0;

  const connection: Connection = {
    closed,
    deliver: (frame, content) => send(speaksProtocol ? frame : protocol.plainContent(content)),
    checkAlive() {
      if (!alive) return socket.terminate();
      alive = false;
      socket.ping();
    },
    close(code, reason) {
      if (speaksProtocol) send(protocol.frames.disconnected(reason));
      socket.close(code, reason);
    },
    drop: () => socket.terminate(),
  };

  function send(content: string | Uint8Array): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
    else socket.send(content);
  }

  function isFlooding(): boolean {
    const nowMs = clock.now();
    if (nowMs >= windowEndsAtMs) {
      windowEndsAtMs = nowMs + FRAME_WINDOW_MS;
      framesInWindow = 0;
    }
    return ++framesInWindow > MAX_FRAMES_PER_WINDOW;
  }

  function receive(content: string, isBinary: boolean): void {
    // A simple client's messages go to the application's event handler, and this application has none.
    if (!speaksProtocol) return;
    const frame = isBinary ? undefined : protocol.parseClientFrame(content);
    if (!frame) return connection.close(1007, 'The message is not valid in the JSON subprotocol.');
    if (frame.type === 'ping') return send(protocol.frames.pong());
    const ackId = frame.ackId ?? undefined;
    if (ackId !== undefined && recentAckIds.has(ackId)) {
      return send(
        protocol.frames.refusal(ackId, 'Duplicate', 'A request with this ackId was processed before.'),
      );
    }
    const done = perform(frame);
    if (ackId === undefined) return;
    if (!done) {
      return send(
        protocol.frames.refusal(ackId, 'Forbidden', 'The connection has no permission to do that.'),
      );
    }
    remember(ackId);
    send(protocol.frames.ack(ackId));
  }

  /** Does what a frame asks for; false where the roles do not allow it. */
  function perform(frame: Exclude<ClientFrame, { type: 'ping' }>): boolean {
    switch (frame.type) {
      case 'joinGroup':
      case 'leaveGroup':
        if (!protocol.mayJoin(roles, frame.group)) return false;
        if (frame.type === 'joinGroup') members.join(connection, frame.group);
        else members.leave(connection, frame.group);
        return true;
      case 'sendToGroup': {
        if (!protocol.maySend(roles, frame.group)) return false;
        const message = protocol.frames.fromGroup(frame.group, userId, frame);
        for (const member of members.inGroup(frame.group)) {
          if (member !== connection || frame.noEcho !== true) member.deliver(message, frame);
        }
        return true;
      }
      case 'event':
        // Accepted and dropped, as the service does where no event handler is set.
        return true;
    }
  }

  function remember(ackId: number): void {
    recentAckIds.add(ackId);
    const oldest = recentAckIds.values().next();
    if (recentAckIds.size > REMEMBERED_ACK_IDS && !oldest.done) recentAckIds.delete(oldest.value);
  }

  socket.on('message', (data: Buffer, isBinary) => {
    alive = true;
    if (socket.readyState !== socket.OPEN) return;
    if (isFlooding()) return connection.close(1008, 'Too many messages in a short time.');
    receive(data.toString(), isBinary);
  });
  socket.on('pong', () => (alive = true));
  // An oversize or malformed frame and a broken line all end in `close`; `ws` has sent the status code by then.
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    members.remove(connection);
    markClosed();
  });

  members.add(connection);
  for (const group of groups) members.join(connection, group);
  if (speaksProtocol) send(protocol.frames.connected(userId, connectionId));
}
