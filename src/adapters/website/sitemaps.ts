import { MAX_SITEMAPS } from '../../websites/rules/robots-rules.ts';
import type { Clock, DocumentReader, SitemapContent, SitemapEntry } from '../../ports.ts';
import { failureOf, locationOf } from './answers.ts';
import { retryWhileBusy, unreadableReason } from './busy-reader.ts';
import { readAll } from './request.ts';
import type { SiteClient } from './site-client.ts';

/** The largest file, in bytes before decompression. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 3;

interface SitemapOptions {
  signal: AbortSignal;
  /** The most pages. */
  limit: number;
  documents: DocumentReader;
  clock: Clock;
  /** Whether an address is on the site and may be requested. */
  mayAsk(url: string): boolean;
}

/** The pages in the sitemaps of a site, one list for each file. Sitemap indexes are followed in order. */
export async function* sitemapPages(
  urls: readonly string[],
  client: SiteClient,
  options: SitemapOptions,
): AsyncIterable<readonly SitemapEntry[]> {
  const queue = [...urls];
  const seen = new Set<string>();
  let listed = 0;
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (seen.size >= MAX_SITEMAPS) return;
    if (seen.has(url) || !options.mayAsk(url)) continue;
    seen.add(url);
    const { entries, sitemaps } = await sitemapAt(url, client, options, options.limit - listed);
    listed += entries.length;
    yield entries;
    if (listed >= options.limit) return;
    queue.push(...sitemaps);
  }
}

const NOTHING: SitemapContent = { entries: [], sitemaps: [] };

/**
 * Reads a sitemap. A sitemap that cannot be fetched or read counts as empty; pages are also found by links.
 */
async function sitemapAt(
  address: string,
  client: SiteClient,
  options: SitemapOptions,
  limit: number,
): Promise<SitemapContent> {
  const { documents, clock, signal } = options;
  const bytes = await fetchSitemap(address, client, options);
  if (bytes === undefined || bytes.length === 0) return NOTHING;
  try {
    return await retryWhileBusy(clock, signal, () => documents.readSitemap(bytes, limit));
  } catch (error) {
    if (unreadableReason(error) === undefined) throw error;
    return NOTHING;
  }
}

async function fetchSitemap(
  address: string,
  client: SiteClient,
  { signal, mayAsk }: SitemapOptions,
): Promise<Uint8Array | undefined> {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS && mayAsk(url); redirects++) {
    const answer = await client
      .get(url, { signal }, async ({ status, headers, body }) => {
        const location = locationOf(status, headers, url);
        if (location !== undefined || status !== 200) return { location };
        return { bytes: await readAll(body(MAX_BYTES)) };
      })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        // Rethrows errors that are not the site's.
        failureOf(error);
        return { location: undefined };
      });
    if ('bytes' in answer) return answer.bytes;
    if (answer.location === undefined) return undefined;
    url = answer.location;
  }
  return undefined;
}
