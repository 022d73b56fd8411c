import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { wholeEvents } from './whole-events.ts';

/**
 * The longest body that is read, in bytes: the longest answers with their events are shorter, and a server
 * without an end fills no memory.
 */
const MAX_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 10;

/**
 * Reads a body to its end and pushes the data of its events, in the event of the stream and grouped
 * as they arrived. An abort, a broken body and an error of `take` end the body and fail the reading; nothing
 * is pushed after that.
 */
export function readEventData(
  body: Readable,
  signal: AbortSignal,
  take: (arrived: readonly string[]) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  let arrived: string[] = [];
  let isOver = false;
  /** The parser holds no part of an event, and the decoder none of a character. */
  let isBetween = true;
  let length = 0;
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  const decoder = new TextDecoder();

  /** Ends the reading by itself: a body that is closed already reports nothing. */
  function fail(failure: unknown): void {
    if (isOver) return;
    stop();
    body.destroy();
    reject(failure);
  }
  /** A body closes after its end, too; an error would cost its stack. */
  function cutOff(): void {
    if (!isOver) fail(new Error('The body was cut off.'));
  }
  function stop(): void {
    isOver = true;
    signal.removeEventListener('abort', cutOff);
  }

  signal.addEventListener('abort', cutOff, { once: true });
  body.on('data', (bytes: Buffer) => {
    if (isOver) return;
    length += bytes.length;
    if (length > MAX_BYTES) {
      fail(new Error('The body is too long.'));
      return;
    }
    try {
      const endsEvent = bytes.at(-1) === LINE_FEED && bytes.at(-2) === LINE_FEED;
      const whole = isBetween && endsEvent ? wholeEvents(bytes.toString()) : undefined;
      isBetween = endsEvent;
      if (whole) {
        take(whole);
        return;
      }
      parser.feed(decoder.decode(bytes, { stream: true }));
      if (arrived.length === 0) return;
      const group = arrived;
      arrived = [];
      take(group);
    } catch (error) {
      fail(error);
    }
  });
  // A connection whose answer was read to its end is used again.
  body.once('end', () => {
    if (isOver) return;
    stop();
    resolve(undefined);
  });
  // Listening goes on: a body may report an error after it was ended.
  body.on('error', fail).once('close', cutOff);
  if (signal.aborted || body.destroyed) cutOff();
  return promise;
}
