import { parse, type Loose } from './model.ts';
import { sseParser } from './sse.ts';

/** A response of the service. Status 0: no response, or an unreadable one. */
export interface Reply {
  status: number;
  body: Loose;
  /** `Retry-After` in seconds; 0, NaN or undefined if the header is missing. */
  retryAfter?: number;
}

/**
 * Sends a request: POST with a body, or PUT for a block of a file. Never throws; failures are a `Reply`. With
 * `onEvent` a 200 response is read as an event stream. `onStart` gets a function that aborts the request.
 */
export type Api = (
  path: string,
  body?: object,
  onEvent?: (event: string, data: Loose) => void,
  onStart?: (abort: () => void) => void,
) => Promise<Reply>;

/** Time-outs in milliseconds. The service ends an answer after 90 s. */
const STREAM_MS = 100_000;
const CALL_MS = 20_000;
/** Longer responses are aborted, in characters. */
const MAX_CHARACTERS = 8_000_000;

/** `more` has defaults for the options of each request. */
export const api =
  (base: string, more?: RequestInit): Api =>
  async (path, body, onEvent, onStart) => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, onEvent ? STREAM_MS : CALL_MS);
    onStart?.(abort);
    try {
      const response = await fetch(base + path, {
        credentials: 'omit',
        signal: controller.signal,
        ...(body instanceof Blob
          ? { method: 'PUT', body }
          : body && {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              // Without a prototype the object has no `toJSON` that the page could have defined.
              body: JSON.stringify({ __proto__: null, ...body }),
            }),
        ...more,
      });
      const { status, headers } = response;
      let text = '';
      let length = 0;
      const feed =
        onEvent && status === 200
          ? sseParser((event, data) => onEvent(event, parse(data)))
          : (chunk: string) => {
              text += chunk;
            };
      const write = (chunk: string) => {
        length += chunk.length;
        if (length > MAX_CHARACTERS) abort();
        feed(chunk);
      };
      if (response.body) {
        await response.body.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }));
      } else {
        // A fetch that the page has replaced may not support streaming.
        write(await response.text());
      }
      return { status, body: parse(text), retryAfter: Number(headers.get('Retry-After')) };
    } catch {
      // The request failed, was aborted, or is forbidden by the page's policy.
      return { status: 0, body: {} };
    } finally {
      clearTimeout(timer);
      abort();
    }
  };
