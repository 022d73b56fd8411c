import { addAbortSignal, type Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';

/**
 * The longest body that is read, in bytes: the longest answers with their events are shorter, and a server
 * without an end fills no memory.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a body to its end and pushes the data of its events, grouped as they arrived. An abort, a broken body
 * and an error of `take` end the body and fail the reading; nothing is pushed after that.
 */
export async function readEventData(
  body: Readable,
  signal: AbortSignal,
  take: (arrived: readonly string[]) => void,
): Promise<void> {
  let arrived: string[] = [];
  let length = 0;
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  const decoder = new TextDecoder();
  for await (const bytes of addAbortSignal(signal, body) as AsyncIterable<Uint8Array>) {
    length += bytes.length;
    if (length > MAX_BYTES) throw new Error('The body is too long.');
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (arrived.length === 0) continue;
    const group = arrived;
    arrived = [];
    take(group);
  }
}
