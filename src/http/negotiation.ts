import Negotiator from 'negotiator';
import type { HttpRequest } from './request.ts';

/** Encodings of a file, the smallest first; the client's order counts only by its q values. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

/** The encoding that a client prefers (RFC 9110 §12.5.3); undefined for the file as it is. */
export function preferredEncoding(request: Pick<HttpRequest, 'header'>): 'br' | 'gzip' | undefined {
  const header = request.header('accept-encoding');
  // The client has no preference then (RFC 9110 §12.5.3), and may be one that cannot decompress.
  if (header === undefined) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const preferred = negotiator.encoding(ENCODINGS, { preferred: ENCODINGS });
  return preferred === 'br' || preferred === 'gzip' ? preferred : undefined;
}

/** Whether a browser shows the response as a page: it prefers HTML to JSON (RFC 9110 §12.5.1). */
export function isForPerson(request: Pick<HttpRequest, 'header'>): boolean {
  const negotiator = new Negotiator({ headers: { accept: request.header('accept') } });
  return negotiator.mediaType(['application/json', 'text/html']) === 'text/html';
}
