/** For so long the date of a sitemap is believed; then a page is asked for all the same. */
const BELIEVED_MS = 7 * 24 * 3_600_000;

/**
 * Whether a page needs no request: its sitemap says that it has not changed since it was read, which is not
 * long ago. A date without a time counts as the end of its day.
 */
export function isUnchangedSince(
  { changedAt, readAt }: { changedAt: string | undefined; readAt: number },
  nowMs: number,
): boolean {
  if (changedAt === undefined || nowMs - readAt > BELIEVED_MS) return false;
  const changedMs = Date.parse(changedAt.length === 10 ? `${changedAt}T23:59:59Z` : changedAt);
  return !Number.isNaN(changedMs) && changedMs < readAt;
}
