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

/** The rate of requests to a site. */
export interface Pace {
  /** From the start of a request to the start of the next one. */
  intervalMs: number;
  /** The minimum interval, from robots.txt. */
  leastMs: number;
}

/** The initial pace of a site, from the `Crawl-delay` of its robots.txt. */
export function paceOf(crawlDelaySeconds?: number): Pace {
  const asked = Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, crawlDelaySeconds ?? 0) * 1_000);
  const leastMs = Math.max(USUAL_MS, asked);
  return { intervalMs: leastMs, leastMs };
}

/**
 * Adaptive rate limiting: the pace after a response. The interval is at least twice the response time. For an
 * overloaded site (429, 503) it doubles. Every quick response moves it a quarter towards the default.
 */
export function paceAfter({ intervalMs, leastMs }: Pace, answer: { tookMs: number; isBusy: boolean }): Pace {
  if (answer.isBusy) return { intervalMs: Math.min(MAX_MS, Math.max(1_000, intervalMs * 2)), leastMs };
  const wanted = Math.max(leastMs, Math.min(MAX_MS, answer.tookMs * 2));
  const next = wanted > intervalMs ? wanted : intervalMs - (intervalMs - wanted) / 4;
  return { intervalMs: Math.round(next), leastMs };
}

/** Whether an HTTP status means that the site is rate-limiting or overloaded. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}
