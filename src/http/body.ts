import { AppError } from '../core/errors.ts';
import type { HttpRequest } from './request.ts';

/** The default maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Whether the headers announce a body (RFC 9112 §6). */
export function announcesBody({ header }: Pick<HttpRequest, 'header'>): boolean {
  return Number(header('content-length') ?? 0) > 0 || header('transfer-encoding') !== undefined;
}

/** Whether a content type has no charset, or UTF-8 (also as `utf8`, WHATWG Encoding §4.2). */
export function isUtf8(contentType = ''): boolean {
  const named = contentType.matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi);
  return [...named].every(([, charset = '']) => /^utf-?8$/i.test(charset));
}

/** Throws `unsupported-media-type` if a body is not in UTF-8. */
export function refuseOtherCharset({ header }: Pick<HttpRequest, 'header'>): void {
  if (!isUtf8(header('content-type'))) throw new AppError('unsupported-media-type');
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
 * `payload-too-large` or `invalid-json`.
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
