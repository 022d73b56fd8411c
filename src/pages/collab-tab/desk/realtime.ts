import { isRecord } from './record.ts';

/** `down` is said only after a connection, or the first attempt at one, has failed. */
export type Connection = 'connecting' | 'live' | 'down';

export interface Realtime {
  /** Connects, and stays connected until `stop`. */
  start(): void;
  stop(): void;
  /** The network or the machine is back: tries at once instead of waiting. */
  wake(): void;
  /** The network is gone: does not wait for the line to find out. */
  lost(): void;
  /** The groups to be in, now and after every reconnect. */
  belong(groups: ReadonlySet<string>): void;
}

interface Dependencies {
  /** Where to connect; asked each time, because the address carries a token that ends. */
  negotiate: () => Promise<string>;
  /** What the server says. */
  onEvent: (data: unknown) => void;
  /** What somebody in a group says; to be trusted with nothing but signals. */
  onSignal: (group: string, data: unknown) => void;
  onConnection: (connection: Connection) => void;
}

const SUBPROTOCOL = 'json.webpubsub.azure.v1';
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
/** A live line answers a ping within this time. */
const BEAT_MS = 15_000;

/** The client's side of the real-time channel: a connection that comes back by itself, later and later, each time by chance. */
export function deskRealtime({ negotiate, onEvent, onSignal, onConnection }: Dependencies): Realtime {
  let wanted = false;
  let socket: WebSocket | undefined;
  let connecting = false;
  let connected = false;
  let heardSinceBeat = false;
  let attempt = 0;
  let groups: ReadonlySet<string> = new Set();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;

  async function connect(): Promise<void> {
    clearTimeout(retry);
    if (!wanted || connecting || socket) return;
    connecting = true;
    try {
      open(await negotiate());
    } catch {
      // Why does not matter here: whoever asked for the address has been told.
      again();
    } finally {
      connecting = false;
    }
  }

  function open(address: string): void {
    if (!wanted) return;
    const line = new WebSocket(address, SUBPROTOCOL);
    socket = line;
    line.onmessage = ({ data }) => {
      if (socket === line) receive(data);
    };
    line.onclose = () => {
      if (socket === line) again();
    };
  }

  function again(): void {
    drop();
    if (!wanted) return;
    onConnection('down');
    const limit = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt++);
    retry = setTimeout(() => void connect(), limit * (0.5 + Math.random() / 2));
  }

  function drop(): void {
    clearTimeout(retry);
    clearInterval(beat);
    const line = socket;
    socket = undefined;
    connected = false;
    line?.close();
  }

  function receive(data: unknown): void {
    heardSinceBeat = true;
    const frame = parse(data);
    if (!frame) return;
    if (frame['type'] === 'system' && frame['event'] === 'connected') {
      connected = true;
      attempt = 0;
      for (const group of groups) send({ type: 'joinGroup', group });
      beat = setInterval(checkLine, BEAT_MS);
      onConnection('live');
    }
    if (frame['type'] !== 'message') return;
    if (frame['from'] === 'server') onEvent(frame['data']);
    else if (frame['from'] === 'group') onSignal(String(frame['group']), frame['data']);
  }

  function checkLine(): void {
    if (!heardSinceBeat) return again();
    heardSinceBeat = false;
    send({ type: 'ping' });
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
      drop();
    },
    wake() {
      attempt = 0;
      if (connected) return;
      drop();
      void connect();
    },
    lost() {
      if (wanted) again();
    },
    belong(next) {
      for (const group of next) if (!groups.has(group)) send({ type: 'joinGroup', group });
      for (const group of groups) if (!next.has(group)) send({ type: 'leaveGroup', group });
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
    // Not a frame of this protocol; what it may have been about is fetched anyway.
    return undefined;
  }
}
