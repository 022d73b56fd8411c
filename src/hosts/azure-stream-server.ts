import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';

/**
 * The functions host accepts 8 KiB of request line and 32 KiB of headers, and adds some of its own. Node's
 * limit is 16 KiB for both together: above it Node answers by itself, and the invocation waits for a request
 * that never comes.
 */
const MAX_HEADER_BYTES = 64 * 1024;

/** The diagnostics channel on which Node publishes each server that starts to listen. */
const LISTENING = 'tracing:net.server.listen:asyncEnd';

/**
 * Calls `use` with the worker's stream server: the first HTTP server that starts to listen after an app was
 * registered. The library opens it and gives no access to it. Nothing that Node would refuse by itself is
 * refused there any more, because the functions host has accepted it and its invocation is on the way.
 */
export function onStreamServer(use: (server: Server) => void): void {
  const found = (event: unknown) => {
    if (!isHttpServer(event)) return;
    unsubscribe(LISTENING, found);
    const { server } = event;
    // Node reads it for each new connection; its types only know it as an option.
    Object.assign(server, { maxHeaderSize: MAX_HEADER_BYTES });
    // Without a listener Node answers 417 to every expectation but `100-continue`.
    server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
    use(server);
  };
  subscribe(LISTENING, found);
}

/** The message shape that Node documents for this channel, for an HTTP server. */
function isHttpServer(event: unknown): event is { server: Server } {
  return typeof event === 'object' && event !== null && 'server' in event && event.server instanceof Server;
}
