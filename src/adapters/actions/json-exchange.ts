import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { parseExactJson } from '../../lib/exact-json.ts';
import { isUsualLoopbackHost } from '../../lib/hosts.ts';
import type { ActionRequest } from '../../ports.ts';
import { guardedConnection, RefusedAddress, type PublicNetwork } from '../public-network/network.ts';

/** The longest answer that is read, in bytes. */
const MAX_BYTES = 64 * 1024;
/** The deepest JSON that is accepted: reading and writing recurse for each level. */
const MAX_DEPTH = 50;

/** The answer; `body` is undefined for an empty one. */
type Exchange =
  { status: number; body: unknown } | { status: number; refused: 'redirect' | 'too-long' | 'not-json' };

/**
 * Sends one request over a guarded connection and reads its answer as JSON. Redirects are not followed,
 * because they could send a request with its secrets to another server. An unsuccessful answer may have any
 * body: people see a text for its status. Throws if the connection fails.
 */
export async function exchangeJson(
  { method, url: address, headers, body }: ActionRequest,
  networkOf: (url: URL) => PublicNetwork,
  signal: AbortSignal,
): Promise<Exchange> {
  const url = new URL(address);
  const isPlain = url.protocol === 'http:';
  if (isPlain && !isUsualLoopbackHost(url.hostname)) {
    throw new RefusedAddress('Plain http is for the loopback only.');
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = (isPlain ? httpRequest : httpsRequest)(
    url,
    {
      method,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      signal,
      ...guardedConnection(url, networkOf(url)),
    },
    resolve,
  );
  sent.on('error', reject);
  sent.end(body);
  const incoming = await promise;
  // Ignores errors of the part of the answer that is not read.
  incoming.on('error', () => undefined);
  try {
    return await readAnswer(incoming);
  } finally {
    incoming.destroy();
  }
}

async function readAnswer(incoming: IncomingMessage): Promise<Exchange> {
  const { statusCode: status = 0, headers } = incoming;
  if (status >= 300 && status < 400) return { status, refused: 'redirect' };
  const isSuccess = status >= 200 && status < 300;
  const text = await textOf(incoming);
  if (text === undefined) return isSuccess ? { status, refused: 'too-long' } : { status, body: undefined };
  if (text.trim() === '') return { status, body: undefined };
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const parsed = encoding === 'identity' ? jsonOf(text) : undefined;
  if (parsed) return { status, body: parsed.value };
  return isSuccess ? { status, refused: 'not-json' } : { status, body: undefined };
}

/** Undefined for more than MAX_BYTES. */
async function textOf(incoming: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const received: AsyncIterable<Buffer> = incoming;
  for await (const piece of received) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) return undefined;
    pieces.push(piece);
  }
  // The decoder also drops a byte order mark.
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** The parsed JSON, with the text of its numbers; undefined if it is invalid or nested too deeply. */
function jsonOf(text: string): { value: unknown } | undefined {
  try {
    // The depth is checked first, because parsing with the text of numbers recurses for each level.
    return isWithin(JSON.parse(text), MAX_DEPTH) ? { value: parseExactJson(text) } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
}
