import { AppError } from '../domain/errors.ts';
import { refuseForgedHeaders } from './body.ts';

/** The encodings in which the platform may read a body; UTF-32 looks like UTF-16 with NUL characters. */
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be'] as const;
/**
 * The start of an object, or of a comment before it, after characters that a lenient parser skips.
 */
const OBJECT = /^[\s\0\ufeff\ufffd\u0085\u180e]*[{/]/;

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
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Invalid JSON is refused below, like JSON that is not an object.
  }
  throw new AppError('invalid-json');
}
