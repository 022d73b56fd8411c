import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';

/**
 * The longest body that is read, in bytes: the longest answers with their events are shorter, and a server
 * without an end fills no memory.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The data of server-sent events in a body, grouped as they arrived. Bytes are parsed in the stream's own
 * event, without an iterator between: a group is all that arrived before its reader came back. An abort ends
 * the body and fails the reading; what arrived before it is passed on first.
 */
export async function* eventData(body: Readable, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  let arrived: string[] = [];
  let end: { failure?: Error } | undefined;
  let wake: () => void = () => undefined;
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  const decoder = new TextDecoder();
  const fail = (failure: Error) => {
    end ??= { failure };
    wake();
  };
  const cutOff = () => fail(new Error('The body was cut off.'));
  /** Ends the reading by itself: a body that is closed already reports nothing. */
  const abort = () => {
    body.destroy();
    cutOff();
  };
  signal.addEventListener('abort', abort, { once: true });
  let length = 0;
  body.on('data', (bytes: Uint8Array) => {
    length += bytes.length;
    if (length > MAX_BYTES) {
      body.destroy(new Error('The body is too long.'));
      return;
    }
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (arrived.length > 0) wake();
  });
  body.once('end', () => {
    end = {};
    wake();
  });
  body.on('error', fail).once('close', cutOff);
  if (signal.aborted || body.destroyed) abort();
  try {
    for (;;) {
      if (arrived.length > 0) {
        const group = arrived;
        arrived = [];
        yield group;
      } else if (end) {
        if (end.failure) throw end.failure;
        return;
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // A connection whose answer was read to its end is used again.
    if (!body.readableEnded) body.destroy();
  }
}
