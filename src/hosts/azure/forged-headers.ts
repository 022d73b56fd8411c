import { AppError, invalidField } from '../../core/errors.ts';
import { announcesBody, isUtf8, MAX_BODY_BYTES, refuseOtherCharset } from '../../http/body.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { IncomingRequest } from '../incoming.ts';

/**
 * The address under which wrong admin keys of requests with blocks of files are counted, because their
 * client's address is unknown. All of them share the limit of one client.
 */
const BLOCKS_ADDRESS = 'blocks-of-files';
/** The front end's request id, which callers do not know. */
const FRONT_END_ID = 'x-arr-log-id';
/** The encodings in which the platform may read a body; UTF-32 looks like UTF-16 with NUL characters. */
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be'] as const;
/**
 * The start of an object, or of a comment before it, after characters that a lenient parser skips.
 */
const OBJECT = /^[\s\0\ufeff\ufffd\u0085\u180e]*[{/]/;

/** The part of an endpoint that decides which requests may hide their client's address. */
type Asked = Pick<Endpoint<never>, 'method' | 'gate' | 'bodyBytes' | 'blockBytes'>;

/** A request at the worker, with the platform's metadata about the original headers. */
interface ProxiedRequest extends Pick<IncomingRequest, 'header' | 'query'> {
  body: Uint8Array | 'too-large';
  /** By lower-case name; undefined if the metadata is not a set of headers. */
  received: ReadonlyMap<string, string> | undefined;
}

/** Whether the platform uses a member or key of this name as the request's headers; case is ignored. */
function isReservedName(name: string): boolean {
  return name.toLowerCase() === 'headers' || name.toUpperCase() === 'HEADERS';
}

/**
 * Throws `validation-failed` for a member or query key named `headers`, because the platform would let it
 * replace the request's headers (ADR 7).
 */
export function refuseForgedHeaders(keys: Iterable<string>): void {
  for (const key of keys) {
    if (isReservedName(key)) throw invalidField(key, 'is a reserved name');
  }
}

/**
 * `X-Forwarded-For` as the platform received it; undefined if the metadata cannot be trusted (ADR 7).
 *
 * The platform replaces this header on the wire, and its metadata has the received one. Callers can override
 * the metadata by a query key or a top-level JSON member named `headers`, in any spelling that a lenient
 * parser accepts. It is therefore trusted only if the query has no such key, the body is empty or strict JSON
 * without such a member, and the front end's id equals the id on the wire.
 */
export function receivedForwardedFor({ header, query, body, received }: ProxiedRequest): string | undefined {
  const id = header(FRONT_END_ID);
  if (id === undefined || id !== received?.get(FRONT_END_ID)) return undefined;
  if ([...query.keys()].some(isReservedName)) return undefined;
  if (body === 'too-large' || !namesNothingReserved(body, header('content-type'))) return undefined;
  return received.get('x-forwarded-for');
}

function namesNothingReserved(body: Uint8Array, contentType: string | undefined): boolean {
  if (body.length === 0) return true;
  // A different encoding could hide such a member.
  if (!isUtf8(contentType)) return false;
  const value = strictJson(body);
  return value !== undefined && !(isObject(value) && Object.keys(value).some(isReservedName));
}

/**
 * Refuses a request that may hide its client's address from `receivedForwardedFor`, before it is counted.
 * Exempt are blocks of files: they may hold anything, and count in the window of their upload. `known`: the
 * address; its body has been found to hide nothing.
 */
export async function refuseHiddenAddress(
  request: IncomingRequest,
  asked: Asked,
  known: string | undefined,
): Promise<void> {
  refuseForgedHeaders(request.query.keys());
  if (asked.method === 'GET') await refuseBody(request);
  else {
    refuseOtherCharset(request);
    if (known === undefined && asked.blockBytes === undefined) await refuseOtherJson(request, asked);
  }
}

/** Refuses the body of a GET or HEAD request, which no endpoint reads. */
async function refuseBody(request: IncomingRequest): Promise<void> {
  if (!announcesBody(request)) return;
  const bytes = await request.body(MAX_BODY_BYTES);
  // A proxy may announce a chunked body and send an empty one.
  if (bytes !== 'too-large' && bytes.length === 0) return;
  throw invalidField('body', 'must be empty in a GET or HEAD request');
}

async function refuseOtherJson(request: IncomingRequest, { bodyBytes = MAX_BODY_BYTES }: Asked) {
  const bytes = await request.body(bodyBytes);
  if (bytes === 'too-large') throw new AppError('payload-too-large');
  if (bytes.length > 0) refuseForgedHeaders(Object.keys(strictObject(bytes)));
}

/** The address of a client for the limits of an endpoint; `known` is undefined if it cannot be trusted. */
export function countedAddress(known: string | undefined, { gate, blockBytes }: Asked): string | undefined {
  return known ?? (gate === 'admin' && blockBytes !== undefined ? BLOCKS_ADDRESS : undefined);
}

/**
 * Refuses a body that may have replaced the headers in the platform's metadata (ADR 7). The platform parses
 * it leniently, in an encoding that the replaced headers do not show. Accepted are strict JSON without a
 * `headers` member, and bodies that no parser accepts as an object.
 */
export function refuseForgingBody(body: Uint8Array): void {
  if (!ENCODINGS.some((encoding) => OBJECT.test(new TextDecoder(encoding).decode(body)))) return;
  refuseForgedHeaders(Object.keys(strictObject(body)));
}

function strictObject(body: Uint8Array): object {
  const value = strictJson(body);
  if (isObject(value)) return value;
  throw new AppError('invalid-json');
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The value of JSON in UTF-8; undefined if it is not. */
function strictJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
