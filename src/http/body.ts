import { AppError, invalidField } from '../domain/errors.ts';
import type { HttpRequest } from './request.ts';

/** The largest request body, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * Refuses a member or query key named `headers`, before any header is used: the platform would let it replace
 * the request's headers.
 */
export function refuseForgedHeaders(keys: Iterable<string> | URLSearchParams): void {
  for (const key of keys instanceof URLSearchParams ? keys.keys() : keys) {
    if (isReservedName(key)) {
      throw invalidField(key, 'is a reserved name');
    }
  }
}

/** Whether the platform treats a member or key of this name as the request's headers. It ignores case. */
export function isReservedName(name: string): boolean {
  return name.toLowerCase() === 'headers' || name.toUpperCase() === 'HEADERS';
}

/** Whether a request says that it has a body (RFC 9112 §6). */
export function announcesBody({ header }: Pick<HttpRequest, 'header'>): boolean {
  return Number(header('content-length') ?? 0) > 0 || header('transfer-encoding') !== undefined;
}

/** Whether a content type names no charset but UTF-8; `utf8` is a label of it (WHATWG Encoding §4.2). */
export function isUtf8(contentType = ''): boolean {
  const named = contentType.matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi);
  return [...named].every(([, charset = '']) => /^utf-?8$/i.test(charset));
}

/**
 * Refuses a body that no endpoint reads: of a GET or HEAD request, or in another charset than UTF-8. In the
 * cloud each could replace the headers by which the client's address is known (`receivedForwardedFor`).
 */
export async function refuseUnreadBody(request: HttpRequest): Promise<void> {
  if (request.method !== 'GET') {
    if (!isUtf8(request.header('content-type'))) throw new AppError('unsupported-media-type');
    return;
  }
  if (!announcesBody(request)) return;
  const bytes = await request.body(MAX_BODY_BYTES);
  // A proxy may announce a body in chunks and send none.
  if (bytes !== 'too-large' && bytes.length === 0) return;
  throw invalidField('body', 'must be empty in a GET or HEAD request');
}

/** Parses the JSON object of the body; undefined if it is empty and none is required. */
export async function readJson(
  request: HttpRequest,
  isRequired: boolean,
  limitBytes = MAX_BODY_BYTES,
): Promise<object | undefined> {
  const bytes = await request.body(limitBytes);
  if (bytes === 'too-large') throw new AppError('payload-too-large');
  if (bytes.length === 0 && !isRequired) return undefined;
  const value = parseJson(bytes);
  if (!isObject(value)) throw new AppError('invalid-json');
  refuseForgedHeaders(Object.keys(value));
  return value;
}

/** The body unparsed, for files and other bodies that are not JSON. */
export async function readBytes(request: HttpRequest, limitBytes: number): Promise<Uint8Array> {
  const bytes = await request.body(limitBytes);
  if (bytes === 'too-large') throw new AppError('payload-too-large');
  return bytes;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
