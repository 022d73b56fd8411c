import { jittered } from '../../../lib/retries.ts';
import { backOffMs } from '../../ui/request.ts';
import { isRecord } from '../../ui/structural-sharing.ts';
import { recovery } from './recovery.ts';

/** `down` only after a connection or the first attempt has failed. */
export type Connection = 'connecting' | 'live' | 'down';

export interface Realtime {
  /** Connects, and reconnects until `stop`. */
  start(): void;
  stop(): void;
  /** Reconnects immediately, because the network or the machine is back. */
  wake(): void;
  /** Disconnects immediately, because the network is gone. */
  disconnect(): void;
  /** Sets the groups to join, now and after every reconnect. */
  setGroups(groups: ReadonlySet<string>): void;
}

interface Dependencies {
  /** Returns the URL to connect to. Requested each time, because its token expires. */
  negotiate: () => Promise<string>;
  /** Handles a server event. */
  onEvent: (data: unknown) => void;
  /** Handles a message from another group member. Only signals are trusted. */
  onSignal: (group: string, data: unknown) => void;
  onConnection: (connection: Connection) => void;
  /** How long a connection is used, in milliseconds. Default: 270 000. */
  renewMs?: number;
}

const SUBPROTOCOL = 'json.reliable.webpubsub.azure.v1';
/** The close code with which the service refuses a recovery or ends a connection (RFC 6455 §7.4). */
const POLICY_VIOLATION = 1008;
/**
 * A new connection replaces the current one after this time, because it ends with its token after 5 minutes.
 */
const RENEW_MS = 270_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 20_000;
/** The time-out of a ping, in milliseconds. */
const PING_TIMEOUT_MS = 15_000;
/** The longest delay of an acknowledgement, in milliseconds. The service buffers messages until then. */
const ACKNOWLEDGE_MS = 1_000;

/**
 * The real-time client, with the reliable protocol. A broken connection is recovered with the messages in
 * between. If recovery is refused or too late, a new connection is opened. Exponential back-off with jitter.
 */
export function deskRealtime({
  negotiate,
  onEvent,
  onSignal,
  onConnection,
  renewMs = RENEW_MS,
}: Dependencies): Realtime {
  const kept = recovery(Date.now);
  /** Unanswered requests by `ackId`. */
  const unanswered = new Map<number, object>();
  let latestAckId = 0;
  let wanted = false;
  let socket: WebSocket | undefined;
  let connecting = false;
  let connected = false;
  let heardSinceBeat = false;
  let attempt = 0;
  let groups: ReadonlySet<string> = new Set();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let acknowledgement: ReturnType<typeof setTimeout> | undefined;
  let renewal: ReturnType<typeof setTimeout> | undefined;

  async function connect(): Promise<void> {
    clearTimeout(retry);
    if (!wanted || connecting || socket) return;
    connecting = true;
    try {
      const recovering = kept.address();
      open(recovering ?? (await negotiate()), recovering !== undefined);
    } catch {
      // The caller of `negotiate` handles the error.
      again();
    } finally {
      connecting = false;
    }
  }

  function open(address: string, isRecovery: boolean): void {
    if (!wanted) return;
    const line = new WebSocket(address, SUBPROTOCOL);
    line.onopen = () => {
      // After a recovery the service sends no greeting, so the response to a ping confirms it.
      if (isRecovery) line.send(JSON.stringify({ type: 'ping' }));
    };
    use(line, address, isRecovery);
  }

  function use(line: WebSocket, address: string, isRecovery: boolean): void {
    socket = line;
    line.onmessage = ({ data }) => {
      if (socket === line) receive(data, address, isRecovery);
    };
    line.onclose = ({ code }) => {
      if (socket !== line) return;
      if (code === POLICY_VIOLATION) kept.forget();
      again();
    };
  }

  /**
   * Opens a second connection, and switches to it at its greeting. Messages that arrive on the old connection
   * in between are fetched, as after every connect. If it fails, the current connection is used until it
   * ends.
   */
  async function renew(): Promise<void> {
    let address: string;
    try {
      address = await negotiate();
    } catch {
      // The caller of `negotiate` handles the error.
      return;
    }
    const before = socket;
    if (!wanted || !connected || !before) return;
    const line = new WebSocket(address, SUBPROTOCOL);
    line.onmessage = ({ data }) => {
      if (socket !== before) {
        line.close();
        return;
      }
      kept.forget();
      drop(1000);
      use(line, address, false);
      receive(data, address, false);
    };
  }

  function again(): void {
    kept.broken();
    drop();
    if (!wanted) return;
    onConnection('down');
    const limit = backOffMs(attempt++, FIRST_PAUSE_MS, MAX_PAUSE_MS);
    retry = setTimeout(() => void connect(), jittered(limit, Math.random()));
  }

  function drop(code?: number): void {
    clearTimeout(retry);
    clearInterval(beat);
    clearTimeout(acknowledgement);
    acknowledgement = undefined;
    const line = socket;
    socket = undefined;
    connected = false;
    line?.close(code);
  }

  function receive(data: unknown, address: string, isRecovery: boolean): void {
    heardSinceBeat = true;
    kept.heard();
    const frame = parse(data);
    if (!frame) return;
    if (frame['type'] === 'system' && frame['event'] === 'connected') {
      kept.greeted(address, String(frame['connectionId']), String(frame['reconnectionToken']));
      if (!isRecovery && !connected) begin();
    }
    if (isRecovery && !connected && frame['type'] !== 'system') resume();
    if (frame['type'] === 'ack') unanswered.delete(Number(frame['ackId']));
    if (frame['type'] !== 'message' || !isNew(frame['sequenceId'])) return;
    // The service adds the sender's user id to client messages, and not to its own.
    if (frame['fromUserId'] == null) onEvent(frame['data']);
    else onSignal(String(frame['group']), frame['data']);
  }

  /** Joins the groups again, because a new connection is only in the groups of its token. */
  function begin(): void {
    unanswered.clear();
    clearTimeout(renewal);
    renewal = setTimeout(() => void renew(), renewMs);
    for (const group of groups) request({ type: 'joinGroup', group });
    resume();
  }

  function resume(): void {
    connected = true;
    attempt = 0;
    for (const frame of unanswered.values()) send(frame);
    beat = setInterval(checkLine, PING_TIMEOUT_MS);
    onConnection('live');
  }

  function isNew(sequenceId: unknown): boolean {
    if (typeof sequenceId !== 'number') return true;
    const isFirstTime = kept.take(sequenceId);
    acknowledgement ??= setTimeout(acknowledge, ACKNOWLEDGE_MS);
    return isFirstTime;
  }

  function acknowledge(): void {
    acknowledgement = undefined;
    const sequenceId = kept.unacknowledged();
    if (sequenceId === undefined || !connected) return;
    send({ type: 'sequenceAck', sequenceId });
    kept.acknowledged(sequenceId);
  }

  function checkLine(): void {
    if (!heardSinceBeat) {
      again();
      return;
    }
    heardSinceBeat = false;
    send({ type: 'ping' });
  }

  /** Sends a request. It is repeated with the same id if the connection breaks before the response. */
  function request(frame: object): void {
    const ackId = ++latestAckId;
    unanswered.set(ackId, { ...frame, ackId });
    if (connected) send({ ...frame, ackId });
  }

  function send(frame: object): void {
    if (connected) socket?.send(JSON.stringify(frame));
  }

  return {
    start() {
      wanted = true;
      onConnection('connecting');
      void connect();
    },
    stop() {
      wanted = false;
      clearTimeout(renewal);
      kept.forget();
      drop(1000);
    },
    wake() {
      attempt = 0;
      if (connected) return;
      drop();
      void connect();
    },
    disconnect() {
      if (wanted) again();
    },
    setGroups(next) {
      for (const group of next) if (!groups.has(group)) request({ type: 'joinGroup', group });
      for (const group of groups) if (!next.has(group)) request({ type: 'leaveGroup', group });
      groups = next;
    },
  };
}

function parse(data: unknown): Record<string, unknown> | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const frame: unknown = JSON.parse(data);
    return isRecord(frame) ? frame : undefined;
  } catch {
    // Not a frame of this protocol. Lost content is fetched anyway.
    return undefined;
  }
}
