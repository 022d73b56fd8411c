import { loose, parse, type Loose } from '../model.ts';

export interface Realtime {
  /** Opens or closes the connection. */
  want(on: boolean): void;
  /** Reconnects immediately after sleep or a lost network. */
  wake(): void;
  /**
   * Sends a signal; false while disconnected. `typing` is sent at most once in three seconds.
   */
  tellOther(data: { sessionId: string; type: string; seq?: number }): boolean;
}

const BEAT_MS = 20_000;
/** An agent sees a typing signal for four seconds. */
const TYPING_PAUSE_MS = 3000;
/**
 * Events can be lost while connected, and a gap is only noticed with the next event. Therefore every third
 * heartbeat also fetches messages.
 */
const REPAIR_BEATS = 3;
/** Jitter can double it. */
const LONGEST_WAIT_MS = 15_000;

/**
 * The client of `json.webpubsub.azure.v1`, with reconnecting. `negotiate` returns the URL. `onEvent` gets
 * server events; other senders are ignored. `onGap` is called when events may have been missed: after each
 * connect, every 20 s while disconnected, and every minute while connected.
 */
export function realtime(
  negotiate: () => Promise<string>,
  onEvent: (data: Loose) => void,
  onGap: () => void,
): Realtime {
  let socket: WebSocket | undefined;
  let wanted = false;
  let connected = false;
  /** Whether a frame arrived since the last heartbeat. */
  let lively = false;
  let attempt = 0;
  let typedAt = 0;
  let beats = 0;

  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;

  const leave = () => {
    clearTimeout(timer);
    connected = false;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
    socket = undefined;
  };

  const again = () => {
    leave();
    // Exponential back-off with jitter, so that clients do not reconnect together.
    const wait = Math.min(500 * 2 ** attempt++, LONGEST_WAIT_MS) * (1 + Math.random());
    if (wanted) timer = setTimeout(connect, wait);
  };

  const connect = () => {
    leave();
    negotiate()
      .then((address) => {
        if (!wanted || socket) return;
        // An empty URL would be the page's.
        if (!address) {
          again();
          return;
        }
        socket = new WebSocket(address, 'json.webpubsub.azure.v1');
        socket.onclose = again;
        socket.onmessage = ({ data }) => {
          const { event, fromUserId, data: content } = parse(String(data));
          lively = true;
          if (event === 'connected') {
            connected = true;
            attempt = 0;
            onGap();
          }
          // Messages from other clients have their user id. Server messages do not.
          if (content && !fromUserId) onEvent(loose(content));
        };
      })
      // Without a URL or permission of the page's policy, the heartbeat polls.
      .catch(again);
  };

  const send = (data: object) => {
    if (connected) socket?.send(JSON.stringify(data));
  };

  const wake = () => {
    attempt = 0;
    if (wanted && !connected) connect();
  };

  return {
    wake,
    want(on) {
      if (on === wanted) return;
      wanted = on;
      clearInterval(beat);
      leave();
      wake();
      if (on) {
        beat = setInterval(() => {
          if (!connected || ++beats % REPAIR_BEATS < 1) onGap();
          else if (!lively) again();
          lively = false;
          send({ type: 'ping' });
        }, BEAT_MS);
      }
    },
    tellOther(data) {
      if (data.type === 'typing') {
        if (Date.now() - typedAt < TYPING_PAUSE_MS) return false;
        typedAt = Date.now();
      }
      send({
        type: 'sendToGroup',
        group: data.sessionId,
        noEcho: true,
        dataType: 'json',
        data: { ...data, from: 'visitor' },
      });
      return connected;
    },
  };
}
