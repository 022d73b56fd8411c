import { AppError } from '../domain/errors.ts';
import { refuseForgedHeaders } from './body.ts';

/** The encodings in which the platform may read a body; those of UTF-32 have NUL characters between. */
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be'] as const;
/**
 * Matches the start of an object, or of a comment before it, after characters that a lenient parser skips.
 */
const OBJECT = /^[\s\0\ufeff\ufffd\u0085\u180e]*[{/]/;

/**
 * Refuses a body that may have replaced the headers in the platform's metadata: the platform reads it as JSON
 * with a lenient parser, in an encoding that the replaced headers no longer show. Strict JSON without such a
 * member passes, and so does what no parser takes for an object.
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
    // Reported below, as what is JSON and no object is.
  }
  throw new AppError('invalid-json');
}
