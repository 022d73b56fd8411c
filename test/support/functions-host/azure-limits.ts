import type { IncomingMessage } from 'node:http';

/** The limits of the Functions host: Kestrel's, and `FUNCTIONS_REQUEST_BODY_SIZE_LIMIT` as in infra. */
const REQUEST_LINE_BYTES = 8 * 1024;
const HEADER_BYTES = 32 * 1024;
const HEADER_LINES = 100;
const BODY_BYTES = 1024 * 1024;

/** Higher than the host's limit, so that the host refuses. */
export const FRONT_HEADER_BYTES = 128 * 1024;

/** The status with which the host refuses a request before routing. */
export function refusalStatus({ method = '', url = '', rawHeaders }: IncomingMessage): number | undefined {
  if (`${method} ${url} HTTP/1.1\r\n`.length > REQUEST_LINE_BYTES) return 414;
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  return bytes > HEADER_BYTES || rawHeaders.length / 2 > HEADER_LINES ? 431 : undefined;
}

/**
 * Whether the host's HTTP client fails because a header value is not ASCII, before the worker gets the
 * request.
 */
export function isLostByForwarder({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.some((text) => /[^\x20-\x7e\t]/.test(text));
}

/** The whole body, or `too-large` beyond the host's limit. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | 'too-large'> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= BODY_BYTES) chunks.push(chunk);
  }
  return length > BODY_BYTES ? 'too-large' : Buffer.concat(chunks);
}
