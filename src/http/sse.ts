/**
 * After this much silence a comment line is sent, so that no proxy ends the stream (azure-functions: 230 s).
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
 * Formats one event. JSON never holds a raw line break, so the data is always one line (HTML Living Standard,
 * 9.2.6).
 */
export function sseEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
