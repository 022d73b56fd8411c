import type { StoredWebsiteSource, WebsiteChanges, WebsitePage } from '../records/website-source.ts';
import { isChosen } from './page-rules.ts';

/** How long a removed page of a site is kept, in milliseconds. */
export const KEPT_GONE_MS = 3 * 24 * 3_600_000;

/** The pages to publish to the assistant, and the pages to remove. */
export interface Publication {
  /** Sorted by URL. */
  pages: readonly WebsitePage[];
  /** Pages that have been gone for longer than KEPT_GONE_MS. */
  leaving: readonly WebsitePage[];
  /** More than half of the pages are gone; then no page is removed. */
  isMostlyGone: boolean;
}

/** Decides which pages of a website are published. */
export function publicationOf(
  all: Iterable<WebsitePage>,
  { rules }: Pick<StoredWebsiteSource, 'rules'>,
  nowMs: number,
): Publication {
  const having = Array.from(all)
    .filter(({ url, text }) => text !== undefined && isChosen(url, rules))
    .toSorted((one, other) => (one.url < other.url ? -1 : 1));
  const gone = having.filter(({ goneSince }) => goneSince !== undefined);
  const isMostlyGone = gone.length * 2 > having.length;
  const leaving = isMostlyGone
    ? []
    : gone.filter(({ goneSince = '' }) => nowMs - Date.parse(goneSince) >= KEPT_GONE_MS);
  const left = new Set(leaving);
  return { pages: having.filter((page) => !left.has(page)), leaving, isMostlyGone };
}

/** The changes since the reading that ended at `since`. */
export function changesOf(
  pages: Iterable<WebsitePage>,
  { startedAt, since }: { startedAt: string; since: string },
): WebsiteChanges {
  const counts = { since, changed: 0, new: 0, gone: 0 };
  for (const { change } of pages) if (change && change.at >= startedAt) counts[change.kind]++;
  return counts;
}
