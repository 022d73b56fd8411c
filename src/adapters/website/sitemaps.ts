import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failureOf, locationOf } from './answers.ts';
import { readSitemap, type SitemapContent, type SitemapEntry } from './sitemap-parser.ts';
import type { SiteClient } from './site-client.ts';

/** The most sitemap files of one site, including those in indexes. */
const MAX_FILES = 50;
/** The largest file, in bytes after decompression. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const GZIP = [0x1f, 0x8b] as const;

export interface SitemapOptions {
  signal: AbortSignal;
  /** The most pages. */
  limit: number;
  /** Whether an address is on the site and may be requested. */
  mayAsk(url: string): boolean;
}

/** The pages in the sitemaps of a site, file by file. Sitemap indexes are followed in order. */
export async function* sitemapPages(
  urls: readonly string[],
  client: SiteClient,
  options: SitemapOptions,
): AsyncIterable<SitemapEntry> {
  const queue = [...urls];
  const seen = new Set<string>();
  let listed = 0;
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (seen.has(url) || seen.size >= MAX_FILES || !options.mayAsk(url)) continue;
    seen.add(url);
    const { entries, sitemaps } = await sitemapAt(url, client, options, options.limit - listed);
    listed += entries.length;
    yield* entries;
    if (listed >= options.limit) return;
    queue.push(...sitemaps);
  }
}

const NOTHING: SitemapContent = { entries: [], sitemaps: [] };

/** Reads a sitemap. A sitemap that cannot be fetched counts as empty; pages are also found by links. */
async function sitemapAt(
  address: string,
  client: SiteClient,
  { signal, mayAsk }: SitemapOptions,
  limit: number,
): Promise<SitemapContent> {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS && mayAsk(url); redirects++) {
    const answer = await client
      .get(url, { signal }, async ({ status, headers, body }) => {
        const location = locationOf(status, headers, url);
        if (location !== undefined || status !== 200) return { location };
        return { content: await readSitemap(gunzip(body(MAX_BYTES)), limit) };
      })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        // Rethrows errors that are not the site's.
        failureOf(error);
        return { location: undefined };
      });
    if ('content' in answer) return answer.content;
    if (answer.location === undefined) return NOTHING;
    url = answer.location;
  }
  return NOTHING;
}

/**
 * Decompresses a file such as `sitemap.xml.gz`, detected by its first bytes. The output is limited as well.
 */
async function* gunzip(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) return;
  const whole = Readable.from(
    (async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => pieces };
    })(),
  );
  const isZipped = GZIP.every((byte, index) => first.value[index] === byte);
  const source: AsyncIterable<Uint8Array> = isZipped
    ? pipeline(whole, createGunzip(), () => undefined)
    : whole;
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) return;
    yield piece;
  }
}
