import { loose, parse, type Loose } from './model.ts';

export interface Realtime {
  /** Listens from now on, or no longer. */
  want(on: boolean): void;
  /** Comes back at once after sleep, or a lost network. */
  wake(): void;
  /** Tells the other side what is stored nowhere; passed over while there is no connection. */
  tellOther(data: { sessionId: string; type: string; from: 'visitor' }): void;
}

const BEAT_MS = 2e4;
/** At most twice as long, as it is spread. */
const LONGEST_WAIT_MS = 15e3;

/**
 * The client's side of `json.webpubsub.azure.v1`: a connection that comes back by itself. `negotiate` says where to
 * connect. `onEvent` gets what the server itself says; nobody else is listened to. `onGap` is called when something may have
 * been missed: after each connect, and every 20 s while there is no connection.
 */
export function realtime(
  negotiate: () => Promise<string>,
  onEvent: (data: Loose) => void,
  onGap: () => void,
): Realtime {
  let socket: WebSocket | undefined;
  let wanted = false;
  let connected = false;
  /** A frame came since the last beat. */
  let lively = false;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;

  const leave = () => {
    clearTimeout(timer);
    connected = false;
    if (socket) socket.onclose = null;
    socket?.close();
    socket = undefined;
  };

  const again = () => {
    leave();
    // Twice as long each time, and spread, so that a service that comes back is not stormed.
    const wait = Math.min(500 * 2 ** attempt++, LONGEST_WAIT_MS) * (1 + Math.random());
    if (wanted) timer = setTimeout(connect, wait);
  };

  const connect = () => {
    leave();
    negotiate()
      .then((address) => {
        if (!wanted || socket) return;
        socket = new WebSocket(address, 'json.webpubsub.azure.v1');
        socket.onclose = again;
        socket.onmessage = ({ data }) => {
          const { type, event, from, data: content } = parse(String(data));
          lively = true;
          if (event === 'connected') {
            connected = true;
            attempt = 0;
            onGap();
          }
          if (type === 'message' && from === 'server') onEvent(loose(content));
        };
      })
      // No address, or forbidden by the page's policy: the beat asks the server instead.
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
          if (!connected) onGap();
          else if (!lively) again();
          lively = false;
          send({ type: 'ping' });
        }, BEAT_MS);
      }
    },
    tellOther: (data) =>
      send({ type: 'sendToGroup', group: data.sessionId, noEcho: true, dataType: 'json', data }),
  };
}
