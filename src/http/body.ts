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

/** `none`: a body is ignored, except for its size and forged headers. */
export type BodyRule = 'required' | 'optional' | 'none';

/** Parses the JSON object of the body; undefined where there is none and none is required. */
export async function readJson(request: HttpRequest, rule: BodyRule): Promise<object | undefined> {
  const bytes = await request.body(MAX_BODY_BYTES);
  if (bytes === 'too-large') throw new AppError('payload-too-large');
  if (bytes.length === 0 && rule !== 'required') return undefined;
  const value = parseJson(bytes);
  if (isObject(value)) {
    refuseForgedHeaders(Object.keys(value));
    return value;
  }
  if (rule === 'none') return undefined;
  throw new AppError('invalid-json');
}

/** The body as it was sent: what is no JSON, or may be any file. */
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
