import { isReservedName, isUtf8 } from './body.ts';

/** A request at the worker, with the platform's metadata about the original headers. */
interface ProxiedRequest {
  /** A header on the wire, by lower-case name. */
  header(name: string): string | undefined;
  query: URLSearchParams;
  body: Uint8Array | 'too-large';
  /** By lower-case name; undefined if the metadata is not a set of headers. */
  received: ReadonlyMap<string, string> | undefined;
}

/** The front end's request id, which callers do not know. */
const FRONT_END_ID = 'x-arr-log-id';

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

const decoder = new TextDecoder('utf-8', { fatal: true });

function namesNothingReserved(body: Uint8Array, contentType: string | undefined): boolean {
  if (body.length === 0) return true;
  // A different encoding could hide such a member.
  if (!isUtf8(contentType)) return false;
  try {
    const value: unknown = JSON.parse(decoder.decode(body));
    return typeof value !== 'object' || value === null || !Object.keys(value).some(isReservedName);
  } catch {
    return false;
  }
}
