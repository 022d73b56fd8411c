import type { WebsiteChanges, WebsitePage } from '../records/website-source.ts';
import { choiceAgainst, type Choices } from './choices.ts';

/** How long a removed page of a site is kept, in milliseconds. */
export const KEPT_GONE_MS = 3 * 24 * 3_600_000;

/** The pages to publish to the assistant, and the pages to remove. */
interface Publication {
  /** Sorted by URL. */
  pages: readonly WebsitePage[];
  /** Pages that have been gone for longer than KEPT_GONE_MS, also those that are not chosen. */
  leaving: readonly WebsitePage[];
  /** More than half of the pages are gone, and will be removed when their time has come. */
  isMostlyGone: boolean;
}

/** Decides which pages of a website are published; narrower choices apply to pages that are already read. */
export function pagesToPublish(all: Iterable<WebsitePage>, choices: Choices, nowMs: number): Publication {
  const having = Array.from(all)
    .filter((page) => page.text !== undefined)
    .toSorted((one, other) => (one.url < other.url ? -1 : 1));
  const leaving = having.filter(
    ({ goneSince }) => goneSince !== undefined && nowMs - Date.parse(goneSince) >= KEPT_GONE_MS,
  );
  const left = new Set(leaving);
  const pages = having.filter((page) => !left.has(page) && !choiceAgainst(page, choices));
  const gone = pages.filter(({ goneSince }) => goneSince !== undefined);
  return { pages, leaving, isMostlyGone: gone.length * 2 > pages.length };
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
