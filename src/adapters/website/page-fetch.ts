import type { IncomingHttpHeaders } from 'node:http';
import { retryAfterMs } from '../../domain/retry-after.ts';
import type { SkipReason } from '../../domain/website/skip-reasons.ts';
import { isBusy } from '../../domain/website/pace.ts';
import type { KnownPage } from '../../ports.ts';
import { failureOf, locationOf, reasonOf, headerOf } from './answers.ts';
import { readAll } from './request.ts';
import type { SiteClient } from './site-client.ts';

/** The largest page, in bytes after decompression. Files have the limit of uploads. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** Content types that can be read. */
const READABLE =
  /^(?:text\/html|application\/xhtml\+xml|application\/pdf|application\/(?:x-)?octet-stream|application\/msword|application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document|)$/;
const PAGE = /^(?:text\/html|application\/xhtml\+xml|)$/;

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
  /** The reason for not requesting an address. Called for the first request and for every redirect. */
  refusalOf(url: string): Promise<SkipReason | undefined>;
}

/** Requests a page and follows its redirects. Each address is checked first, and requested only once. */
export async function fetchPage(
  address: string,
  client: SiteClient,
  { known, signal, refusalOf }: FetchOptions,
): Promise<FetchOutcome> {
  const seen = new Set<string>();
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const refusal = await refusalOf(url);
    if (refusal !== undefined) return { kind: 'refused', reason: refusal };
    if (seen.has(url)) break;
    seen.add(url);
    const outcome = await requestPage(url, client, { known, signal });
    if (!('location' in outcome)) return outcome;
    url = outcome.location;
  }
  return { kind: 'refused', reason: 'redirect-loop' };
}

async function requestPage(
  url: string,
  client: SiteClient,
  { known, signal }: Pick<FetchOptions, 'known' | 'signal'>,
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
        if (!READABLE.test(type)) return { kind: 'refused', reason: 'wrong-type' };
        const bytes = await readAll(body(PAGE.test(type) ? MAX_PAGE_BYTES : MAX_FILE_BYTES));
        return { kind: 'fetched', url, headers, type, bytes };
      },
    );
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'refused', reason: failureOf(error) };
  }
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
