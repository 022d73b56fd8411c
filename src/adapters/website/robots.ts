import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import { PRODUCT_TOKEN } from '../../websites/rules/reader-notice.ts';
import { isAllowedBy } from '../../websites/rules/robots-rules.ts';
import type { Clock, DocumentReader } from '../../ports.ts';
import { failureOf, locationOf } from './answers.ts';
import { retryWhileBusy, unreadableReason } from './busy-reader.ts';
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

interface RobotsOptions {
  signal: AbortSignal;
  documents: DocumentReader;
  clock: Clock;
  /** Whether a redirect is followed. */
  mayAsk(url: string): boolean;
}

/** Fetches the robots.txt of an origin, and reads it in the document reader's thread. */
export async function robotsOf(origin: string, client: SiteClient, options: RobotsOptions): Promise<Robots> {
  const answer = await fetchRobots(origin, client, options);
  return 'bytes' in answer ? await rulesOf(origin, answer.bytes, options) : answer;
}

/** The bytes of the file, or the rules without a file. */
async function fetchRobots(
  origin: string,
  client: SiteClient,
  { signal, mayAsk }: RobotsOptions,
): Promise<{ bytes: Uint8Array } | Robots> {
  let url = `${origin}/robots.txt`;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    try {
      const answer = await client.get(url, { signal }, async ({ status, headers, body }) => {
        const location = locationOf(status, headers, url);
        if (location !== undefined) return { location };
        return { status, ...(status === 200 && { bytes: await readStart(body(Infinity)) }) };
      });
      if (answer.location === undefined) {
        return answer.bytes ? { bytes: answer.bytes } : withoutFile(answer.status);
      }
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

function withoutFile(status: number): Robots {
  if (status === 429) return unreachable('refused');
  return status >= 500 ? unreachable('server-error') : UNAVAILABLE;
}

async function rulesOf(
  origin: string,
  bytes: Uint8Array,
  { documents, clock, signal }: RobotsOptions,
): Promise<Robots> {
  if (bytes.length === 0) return UNAVAILABLE;
  try {
    const rules = await retryWhileBusy(clock, signal, () => documents.readRobotsTxt(bytes, PRODUCT_TOKEN));
    const named = rules.sitemaps.flatMap((sitemap) => URL.parse(sitemap, `${origin}/robots.txt`)?.href ?? []);
    return {
      isAllowed: (url) => isAllowedBy(rules, url),
      delaySeconds: rules.delaySeconds,
      sitemaps: named,
    };
  } catch (error) {
    const reason = unreadableReason(error);
    if (reason === undefined) throw error;
    return unreachable(reason);
  }
}

async function readStart(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= MAX_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, MAX_BYTES);
}
