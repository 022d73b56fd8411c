/**
 * The interval of comment lines without other events, in milliseconds, so that no proxy ends the stream
 * (Azure Functions: 230 s).
 */
export const HEARTBEAT_MS = 15_000;

export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export const HEARTBEAT = ': still here\n\n';
export const DONE = 'data: [DONE]\n\n';

/**
 * Formats an event (HTML Living Standard, 9.2.6). JSON has no raw line breaks, so the data is one line.
 */
export function sseEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
