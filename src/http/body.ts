import { AppError, invalidField } from '../domain/errors.ts';
import type { HttpRequest } from './request.ts';

/** The default maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * Throws `validation-failed` for a member or query key named `headers`, because the platform would let it
 * replace the request's headers (ADR 7).
 */
export function refuseForgedHeaders(keys: Iterable<string> | URLSearchParams): void {
  for (const key of keys instanceof URLSearchParams ? keys.keys() : keys) {
    if (isReservedName(key)) {
      throw invalidField(key, 'is a reserved name');
    }
  }
}

/** Whether the platform uses a member or key of this name as the request's headers; case is ignored. */
export function isReservedName(name: string): boolean {
  return name.toLowerCase() === 'headers' || name.toUpperCase() === 'HEADERS';
}

/** Whether the headers announce a body (RFC 9112 §6). */
export function announcesBody({ header }: Pick<HttpRequest, 'header'>): boolean {
  return Number(header('content-length') ?? 0) > 0 || header('transfer-encoding') !== undefined;
}

/** Whether a content type has no charset, or UTF-8 (also as `utf8`, WHATWG Encoding §4.2). */
export function isUtf8(contentType = ''): boolean {
  const named = contentType.matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi);
  return [...named].every(([, charset = '']) => /^utf-?8$/i.test(charset));
}

/**
 * Refuses bodies that endpoints do not read: of GET and HEAD requests, and in other charsets than UTF-8. In
 * the cloud they could replace the headers with the client's address (`receivedForwardedFor`).
 */
export async function refuseUnreadBody(request: HttpRequest): Promise<void> {
  if (request.method !== 'GET') {
    if (!isUtf8(request.header('content-type'))) throw new AppError('unsupported-media-type');
    return;
  }
  if (!announcesBody(request)) return;
  const bytes = await request.body(MAX_BODY_BYTES);
  // A proxy may announce a chunked body and send an empty one.
  if (bytes !== 'too-large' && bytes.length === 0) return;
  throw invalidField('body', 'must be empty in a GET or HEAD request');
}

interface JsonBody {
  isRequired: boolean;
  /** Whether it is an array; default: an object. */
  isArray?: boolean;
  /** Default 64 KiB. */
  limitBytes?: number | undefined;
}

/**
 * Parses the body as a JSON object or array; undefined if it is empty and not required. Throws
 * `payload-too-large` or `invalid-json`, and refuses a member `headers`, with which a caller could replace
 * those of the platform.
 */
export async function readJson(
  request: HttpRequest,
  { isRequired, isArray = false, limitBytes = MAX_BODY_BYTES }: JsonBody,
): Promise<object | undefined> {
  const bytes = await request.body(limitBytes);
  if (bytes === 'too-large') throw new AppError('payload-too-large');
  if (bytes.length === 0 && !isRequired) return undefined;
  const value = parseJson(bytes);
  if (!isObject(value) || Array.isArray(value) !== isArray) throw new AppError('invalid-json');
  refuseForgedHeaders(Object.keys(value));
  return value;
}

/** The raw body; throws `payload-too-large` above the limit. */
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
  return typeof value === 'object' && value !== null;
}
