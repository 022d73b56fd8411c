/** Between two requests to one site, in milliseconds: two a second. */
const USUAL_MS = 500;
/** A longer delay is not kept: a thousand pages would take more than eight hours. */
const MAX_CRAWL_DELAY_MS = 30_000;
/** The slowest pace that a slow or busy site brings about. */
const MAX_MS = 20_000;
/** A longer pause is not waited for: the page is left out for now. */
export const MAX_PAUSE_MS = 120_000;
/** The pause of a site that is overloaded and does not say for how long. */
export const DEFAULT_PAUSE_MS = 5_000;

/** How quickly a site is asked. */
export interface Pace {
  /** From the start of one request to that of the next one. */
  intervalMs: number;
  /** The interval that robots.txt requests. */
  leastMs: number;
}

/** The pace for a site, by the `Crawl-delay` of its robots.txt in seconds. */
export function paceOf(crawlDelaySeconds?: number): Pace {
  const asked = Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, crawlDelaySeconds ?? 0) * 1_000);
  const leastMs = Math.max(USUAL_MS, asked);
  return { intervalMs: leastMs, leastMs };
}

/**
 * The pace after an answer. A slow site gets the same time again as a pause, and an overloaded one (429, 503)
 * is asked half as often. With every quick answer the pace comes a quarter nearer to the usual one.
 */
export function paceAfter({ intervalMs, leastMs }: Pace, answer: { tookMs: number; isBusy: boolean }): Pace {
  if (answer.isBusy) return { intervalMs: Math.min(MAX_MS, Math.max(1_000, intervalMs * 2)), leastMs };
  const wanted = Math.max(leastMs, Math.min(MAX_MS, answer.tookMs * 2));
  const next = wanted > intervalMs ? wanted : intervalMs - (intervalMs - wanted) / 4;
  return { intervalMs: Math.round(next), leastMs };
}

/** Whether a status says that the site is asked too often, or is overloaded. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}
