import Negotiator from 'negotiator';
import type { HttpRequest } from './request.ts';

/** The encodings of a file in the server's order of preference, which decides between equal q values. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

/** The encoding for a client by Accept-Encoding (RFC 9110 §12.5.3); undefined: uncompressed. */
export function preferredEncoding(request: Pick<HttpRequest, 'header'>): 'br' | 'gzip' | undefined {
  const header = request.header('accept-encoding');
  // A client without the header may not be able to decompress.
  if (header === undefined) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const preferred = negotiator.encoding(ENCODINGS, { preferred: ENCODINGS });
  return preferred === 'br' || preferred === 'gzip' ? preferred : undefined;
}

/** Whether the client prefers HTML to JSON (RFC 9110 §12.5.1): a browser shows the response as a page. */
export function isForPerson(request: Pick<HttpRequest, 'header'>): boolean {
  const negotiator = new Negotiator({ headers: { accept: request.header('accept') } });
  return negotiator.mediaType(['application/json', 'text/html']) === 'text/html';
}

/** The language that the reader prefers (RFC 9110 §12.5.4); undefined without one. */
export function preferredLanguage(request: Pick<HttpRequest, 'header'>): string | undefined {
  const header = request.header('accept-language');
  if (header === undefined) return undefined;
  const [language] = new Negotiator({ headers: { 'accept-language': header } }).languages();
  return language === '*' ? undefined : language;
}
