/** How long a sitemap's date is trusted, in milliseconds; then the page is requested again. */
const BELIEVED_MS = 7 * 24 * 3_600_000;

/**
 * Whether a page needs no request: its sitemap shows no change since the latest request within 7 days. A date
 * without a time means the end of its day.
 */
export function isUnchangedSince(
  { changedAt, requestedAtMs }: { changedAt: string | undefined; requestedAtMs: number },
  nowMs: number,
): boolean {
  return nowMs - requestedAtMs <= BELIEVED_MS && isOlder(changedAt, requestedAtMs);
}

/** Whether a sitemap's date of a page is before a request for it. */
export function isOlder(changedAt: string | undefined, requestedAtMs: number): boolean {
  if (changedAt === undefined) return false;
  const changedMs = Date.parse(changedAt.length === 10 ? `${changedAt}T23:59:59Z` : changedAt);
  return !Number.isNaN(changedMs) && changedMs < requestedAtMs;
}
