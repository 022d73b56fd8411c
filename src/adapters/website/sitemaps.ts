import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failureOf, locationOf } from './answers.ts';
import { readSitemap, type SitemapContent, type SitemapEntry } from './sitemap-parser.ts';
import type { SiteClient } from './site-client.ts';

/** Files of one site, with those that indexes list. */
const MAX_FILES = 50;
/** Of one file, after it is decompressed. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const GZIP = [0x1f, 0x8b] as const;

export interface SitemapOptions {
  signal: AbortSignal;
  /** The most pages that are listed. */
  limit: number;
  /** Whether an address is the site's own and may be asked. */
  mayAsk(url: string): boolean;
}

/** The pages that the sitemaps of a site list, file by file; indexes are followed, in order. */
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

/** A sitemap that cannot be had lists nothing: the links of the pages are followed all the same. */
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
        return { content: await readSitemap(unzipped(body(MAX_BYTES)), limit) };
      })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        // Only what a site does is expected here.
        failureOf(error);
        return { location: undefined };
      });
    if ('content' in answer) return answer.content;
    if (answer.location === undefined) return NOTHING;
    url = answer.location;
  }
  return NOTHING;
}

/** A compressed file, `sitemap.xml.gz`, is known by its first bytes; what comes out of it is bounded, too. */
async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
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
