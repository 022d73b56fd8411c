/** How long a sitemap's date is trusted, in milliseconds; then the page is requested again. */
const BELIEVED_MS = 7 * 24 * 3_600_000;

/**
 * Whether a page needs no request: its sitemap shows no change since the latest reading within 7 days. A date
 * without a time means the end of its day.
 */
export function isUnchangedSince(
  { changedAt, readAt }: { changedAt: string | undefined; readAt: number },
  nowMs: number,
): boolean {
  if (changedAt === undefined || nowMs - readAt > BELIEVED_MS) return false;
  const changedMs = Date.parse(changedAt.length === 10 ? `${changedAt}T23:59:59Z` : changedAt);
  return !Number.isNaN(changedMs) && changedMs < readAt;
}
