import type { SkipReason } from '../../domain/website/skip-reasons.ts';
import { PRODUCT_TOKEN } from '../../domain/website/reader-notice.ts';
import { parseRobotsTxt } from '../../domain/website/robots-rules.ts';
import { failureOf, locationOf } from './answers.ts';
import type { SiteClient } from './site-client.ts';

/** Rules beyond this size are ignored, in bytes (RFC 9309 §2.5). */
const MAX_BYTES = 500 * 1024;
const MAX_REDIRECTS = 5;

/** The robots.txt of an origin. */
export interface Robots {
  isAllowed(url: string): boolean;
  /** `Crawl-delay`, in seconds. */
  delaySeconds: number | undefined;
  sitemaps: readonly string[];
  /** Set if the file could not be fetched, so that no page may be read (RFC 9309 §2.3.1.4). */
  failure?: SkipReason;
}

/** Fetches the robots.txt of an origin. `mayAsk` decides whether a redirect is followed. */
export async function robotsOf(
  origin: string,
  client: SiteClient,
  { signal, mayAsk }: { signal: AbortSignal; mayAsk: (url: string) => boolean },
): Promise<Robots> {
  let url = `${origin}/robots.txt`;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    try {
      const answer = await client.get(url, { signal }, async ({ status, headers, body }) => {
        const location = locationOf(status, headers, url);
        if (location !== undefined) return { location };
        return { status, text: status === 200 ? await readStart(body(Infinity)) : '' };
      });
      if (answer.location === undefined) return rulesOf(origin, answer);
      if (!mayAsk(answer.location)) return UNAVAILABLE;
      url = answer.location;
    } catch (error) {
      signal.throwIfAborted();
      return unreachable(failureOf(error));
    }
  }
  return UNAVAILABLE;
}

/** A missing file allows everything (RFC 9309 §2.3.1.3). */
const UNAVAILABLE: Robots = { isAllowed: () => true, delaySeconds: undefined, sitemaps: [] };

/** If the file cannot be fetched, no page may be read. */
function unreachable(failure: SkipReason): Robots {
  return { isAllowed: () => false, delaySeconds: undefined, sitemaps: [], failure };
}

function rulesOf(origin: string, { status, text }: { status: number; text: string }): Robots {
  if (status >= 500 || status === 429) return unreachable(status === 429 ? 'refused' : 'server-error');
  if (status !== 200) return UNAVAILABLE;
  const { isAllowed, delaySeconds, sitemaps } = parseRobotsTxt(text, PRODUCT_TOKEN);
  const named = sitemaps.flatMap((sitemap) => URL.parse(sitemap, `${origin}/robots.txt`)?.href ?? []);
  return { isAllowed, delaySeconds, sitemaps: named };
}

async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= MAX_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, MAX_BYTES));
}
