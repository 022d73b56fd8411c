import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';

/**
 * The platform's host lets in 8 KiB of request line and 32 KiB of headers, and adds a few of its own. Node takes 16 KiB of
 * both together: above that it answers by itself, and the invocation waits for a request that never comes.
 */
const MAX_HEADER_BYTES = 64 * 1024;

/** Node publishes each server that has begun to listen. */
const LISTENING = 'tracing:net.server.listen:asyncEnd';

/**
 * Calls `use` with the worker's stream server: the first HTTP server that begins to listen after an app was registered. The
 * library opens it and gives no access to it. Nothing that Node would refuse by itself is refused there any more, since
 * the host has let it in and its invocation is on the way.
 */
export function onStreamServer(use: (server: Server) => void): void {
  const found = (event: unknown) => {
    if (!isHttpServer(event)) return;
    unsubscribe(LISTENING, found);
    const { server } = event;
    // Read for each new connection; Node's types know it as an option alone.
    Object.assign(server, { maxHeaderSize: MAX_HEADER_BYTES });
    // Without a listener Node answers 417 to every expectation but `100-continue`.
    server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
    use(server);
  };
  subscribe(LISTENING, found);
}

/** What Node's documentation says of the channel's messages, for an HTTP server. */
function isHttpServer(event: unknown): event is { server: Server } {
  return typeof event === 'object' && event !== null && 'server' in event && event.server instanceof Server;
}
