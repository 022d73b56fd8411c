/** The default interval between requests to a site, in milliseconds. */
const USUAL_MS = 500;
/** The maximum Crawl-delay that is respected, in milliseconds; at 30 s, 1 000 pages take eight hours. */
const MAX_CRAWL_DELAY_MS = 30_000;
/** The maximum interval for a slow or busy site, in milliseconds. */
const MAX_MS = 20_000;
/** The maximum pause that is waited for, in milliseconds; else the page is left out for now. */
export const MAX_PAUSE_MS = 120_000;
/** The pause for an overloaded site without Retry-After, in milliseconds. */
export const DEFAULT_PAUSE_MS = 5_000;

/** How many response times decide; one slow page among quick ones does not slow down the others. */
const RECENT = 3;

/** The rate of requests to a site. */
export interface Pace {
  /** The minimum interval, from robots.txt. */
  leastMs: number;
  /** The minimum interval while the site is overloaded. */
  busyMs: number;
  /** The latest response times. */
  recentMs: readonly number[];
}

/** The initial pace of a site, from the `Crawl-delay` of its robots.txt. */
export function paceOf(crawlDelaySeconds?: number): Pace {
  const asked = Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, crawlDelaySeconds ?? 0) * 1_000);
  return { leastMs: Math.max(USUAL_MS, asked), busyMs: 0, recentMs: [] };
}

/**
 * The time from the start of a request to the start of the next one: at least twice the median of the latest
 * response times.
 */
export function intervalOf({ leastMs, busyMs, recentMs }: Pace): number {
  const sorted = recentMs.toSorted((one, other) => one - other);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return Math.max(leastMs, busyMs, Math.min(MAX_MS, median * 2));
}

/**
 * Adaptive rate limiting: the pace after a response. For an overloaded site (429, 503) the interval doubles;
 * every other response moves it a quarter towards the usual one. A time-out (`tookMs` undefined) says nothing
 * about other pages.
 */
export function paceAfter(
  pace: Pace,
  { tookMs, isBusy: busy }: { tookMs: number | undefined; isBusy: boolean },
): Pace {
  if (busy) return { ...pace, busyMs: Math.min(MAX_MS, Math.max(1_000, intervalOf(pace) * 2)) };
  if (tookMs === undefined) return pace;
  const busyMs = Math.floor(pace.busyMs - Math.max(0, pace.busyMs - pace.leastMs) / 4);
  return {
    ...pace,
    busyMs: busyMs <= pace.leastMs + 1 ? 0 : busyMs,
    recentMs: [...pace.recentMs, tookMs].slice(-RECENT),
  };
}

/** Whether an HTTP status means that the site is rate-limiting or overloaded. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}
