import type { HttpRequest as LibraryRequest } from '@azure/functions';
import { AppError } from '../../core/errors.ts';
import { refuseForgedHeaders, refuseForgingBody } from './forged-headers.ts';
import type { Exchange } from './pairing.ts';
import { fromIncoming, splitUrl, type IncomingRequest } from '../incoming.ts';

/** The maximum body in bytes; above the limits of endpoints and the platform's limit. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The body and the URL of a request from the library. The library's route parameters are not used, because
 * callers can add to them.
 */
interface ReadRequest {
  request: Omit<IncomingRequest, 'header'>;
  bytes: Uint8Array | 'too-large';
}

export async function readLibraryRequest(library: LibraryRequest): Promise<ReadRequest> {
  const bytes = await readBody(library);
  const { pathname, search } = new URL(library.url);
  return {
    request: {
      ...splitUrl(`${pathname}${search}`),
      method: library.method === 'HEAD' ? 'GET' : library.method,
      body: (limitBytes) =>
        Promise.resolve(bytes === 'too-large' || bytes.length > limitBytes ? 'too-large' : bytes),
    },
    bytes,
  };
}

/** The headers of the worker's request. */
export function headersOnWire({ incoming }: Exchange): IncomingRequest['header'] {
  return fromIncoming(incoming).header;
}

/**
 * The headers in the platform's metadata. A caller can replace all of them (docs/adr/0007). A request that
 * may have done so is refused before a header is read: by a key of its query, or by a body that a lenient
 * parser may take for an object.
 */
export function headersInMetadata(
  { request: { query }, bytes }: ReadRequest,
  received: ReadonlyMap<string, string>,
): IncomingRequest['header'] {
  refuseForgedHeaders(query.keys());
  if (bytes === 'too-large') throw new AppError('payload-too-large');
  refuseForgingBody(bytes);
  // On the wire, the functions host sends the received `Host` header in `x-forwarded-host`.
  return (name) => received.get(name === 'x-forwarded-host' ? 'host' : name);
}

/** An incomplete body is treated as empty, like on the other hosts. */
async function readBody({ body }: LibraryRequest): Promise<Uint8Array | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > MAX_BYTES) return 'too-large';
      chunks.push(chunk);
    }
  } catch {
    return new Uint8Array();
  }
  return Buffer.concat(chunks);
}
