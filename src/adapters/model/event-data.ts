import { addAbortSignal, type Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';

/**
 * The longest response that is read, in bytes. It is longer than any answer, and keeps an endless response
 * from filling the memory.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a body to its end and pushes the data of its server-sent events, grouped by chunk. Rejects after an
 * abort, a broken body or an error of `take`; nothing is pushed afterwards.
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
