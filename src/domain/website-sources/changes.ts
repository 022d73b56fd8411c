import type { StoredWebsiteSource, WebsiteChanges, WebsitePage } from '../records/website-source.ts';
import { isChosen } from './page-rules.ts';

/** How long a page that is gone from its site is kept, in milliseconds. */
export const KEPT_GONE_MS = 3 * 24 * 3_600_000;

/** The documents that are given to the assistant, and those that are removed. */
export interface Publication {
  /** In the order of their addresses. */
  pages: readonly WebsitePage[];
  /** Pages that are gone for longer than they are kept. */
  leaving: readonly WebsitePage[];
  /** More than half of the pages are gone: none of them leaves. */
  isMostlyGone: boolean;
}

/** Chooses the pages that an assistant is given. */
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

/** The changes of a reading that began at a time, compared with the one that ended before. */
export function changesOf(
  pages: Iterable<WebsitePage>,
  { startedAt, since }: { startedAt: string; since: string },
): WebsiteChanges {
  const counts = { since, changed: 0, new: 0, gone: 0 };
  for (const { change } of pages) if (change && change.at >= startedAt) counts[change.kind]++;
  return counts;
}
