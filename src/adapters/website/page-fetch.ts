import type { IncomingHttpHeaders } from 'node:http';
import { fileTypeOf, TYPE_BYTES } from '../../lib/file-types.ts';
import { retryAfterMs } from '../../lib/retries.ts';
import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import { isBusy } from '../../websites/rules/pace.ts';
import type { KnownPage } from '../../ports.ts';
import { failureOf, locationOf, reasonOf, headerOf } from './answers.ts';
import type { SiteClient } from './site-client.ts';

/** The largest page, in bytes after decompression. Files have the limit of uploads. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;

const PAGE = /^(?:text\/html|application\/xhtml\+xml|)$/;
const DOCUMENT =
  /^application\/(?:pdf|msword|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/;
/** The type of files whose type the server does not know; their first bytes decide. */
const UNKNOWN = /^application\/(?:x-)?octet-stream$/;
/** The names of the first entries of Word files; other archives are not read. */
const WORD_ENTRY = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|customXml\/)/;

export interface FetchedPage {
  kind: 'fetched';
  /** The address after redirects. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The content type in lower case without parameters; empty if missing. */
  type: string;
  bytes: Uint8Array;
}

export type FetchOutcome =
  FetchedPage | { kind: 'unchanged' } | { kind: 'refused'; reason: SkipReason; retryAfterMs?: number };

interface FetchOptions {
  known?: KnownPage | undefined;
  signal: AbortSignal;
  /** Whether PDF and Word files are read. */
  files: boolean;
  /** The reason for not requesting an address. Called for the first request and for every redirect. */
  refusalOf(url: string): Promise<SkipReason | undefined>;
}

/** Requests a page and follows its redirects. Each address is checked first, and requested only once. */
export async function fetchPage(
  address: string,
  client: SiteClient,
  { known, signal, files, refusalOf }: FetchOptions,
): Promise<FetchOutcome> {
  const seen = new Set<string>();
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const refusal = await refusalOf(url);
    if (refusal !== undefined) return { kind: 'refused', reason: refusal };
    if (seen.has(url)) break;
    seen.add(url);
    const outcome = await requestPage(url, client, {
      // The validators are those of the first address.
      known: redirects === 0 ? known : undefined,
      signal,
      files,
    });
    if (!('location' in outcome)) return outcome;
    url = outcome.location;
  }
  return { kind: 'refused', reason: 'redirect-loop' };
}

async function requestPage(
  url: string,
  client: SiteClient,
  { known, signal, files }: Pick<FetchOptions, 'known' | 'signal' | 'files'>,
): Promise<FetchOutcome | { location: string }> {
  try {
    return await client.get(
      url,
      { headers: conditions(known), signal },
      async ({ status, headers, body }) => {
        const location = locationOf(status, headers, url);
        if (location !== undefined) return { location };
        if (status === 304 && known !== undefined) return { kind: 'unchanged' };
        const reason = reasonOf(status);
        if (reason !== undefined) {
          const pauseMs = isBusy(status) ? retryAfterMs(headers['retry-after'], client.now()) : undefined;
          return { kind: 'refused', reason, ...(pauseMs !== undefined && { retryAfterMs: pauseMs }) };
        }
        const [mediaType = ''] = (headers['content-type'] ?? '').split(';', 1);
        const type = mediaType.trim().toLowerCase();
        const refused = reasonOfType(type, files);
        if (refused !== undefined) return { kind: 'refused', reason: refused };
        const maxBytes = PAGE.test(type) ? MAX_PAGE_BYTES : MAX_FILE_BYTES;
        if (lengthOf(headers) > maxBytes && !UNKNOWN.test(type)) {
          return { kind: 'refused', reason: 'too-large' };
        }
        const isReadable = UNKNOWN.test(type) ? (head: Uint8Array) => isReadableFile(head, url) : undefined;
        const bytes = await readChecked(body(maxBytes), isReadable);
        if (bytes === undefined) return { kind: 'refused', reason: 'wrong-type' };
        return { kind: 'fetched', url, headers, type, bytes };
      },
    );
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'refused', reason: failureOf(error) };
  }
}

/** The reason for not reading a body by its content type; undefined if it is read. */
function reasonOfType(type: string, files: boolean): SkipReason | undefined {
  if (PAGE.test(type)) return undefined;
  if (DOCUMENT.test(type)) return files ? undefined : 'file';
  return UNKNOWN.test(type) && files ? undefined : 'wrong-type';
}

/** The length of an uncompressed body in bytes; 0 if the header does not tell it. */
function lengthOf(headers: IncomingHttpHeaders): number {
  const length = Number(headers['content-length'] ?? 0);
  return headers['content-encoding'] === undefined && length > 0 ? length : 0;
}

/** Whether a file of an unknown type is a page, a PDF or a Word file by its first bytes. */
function isReadableFile(head: Uint8Array, url: string): boolean {
  const type = fileTypeOf(head, new URL(url).pathname);
  if (type !== 'zip') return type !== undefined && type !== 'text';
  // The name of the first entry (APPNOTE.TXT 4.3.7).
  return WORD_ENTRY.test(Buffer.from(head.subarray(30)).toString('latin1'));
}

/** Reads a body; undefined, without reading the rest, if its first bytes are refused. */
async function readChecked(
  body: AsyncIterable<Uint8Array>,
  isReadable: ((head: Uint8Array) => boolean) | undefined,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let isChecked = isReadable === undefined;
  const refuses = () => isReadable?.(Buffer.concat(pieces).subarray(0, TYPE_BYTES)) === false;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (!isChecked && bytes >= TYPE_BYTES) {
      isChecked = true;
      if (refuses()) return undefined;
    }
  }
  return !isChecked && bytes > 0 && refuses() ? undefined : Buffer.concat(pieces);
}

/** The headers of a conditional request (RFC 9110 §13.1). */
function conditions(known: KnownPage | undefined): Record<string, string> {
  return {
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
}

/** The validators of a response, unparsed. */
export function validatorsOf(headers: IncomingHttpHeaders): { etag?: string; lastModified?: string } {
  const etag = headerOf(headers, 'etag');
  const lastModified = headerOf(headers, 'last-modified');
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}
