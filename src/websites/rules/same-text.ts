/** This many pages with the same text are soft 404 pages. */
const MANY = 3;

interface PageOfSite {
  url: string;
  /** The hash of its text (`hashOf`). */
  hash: string;
}

export type SameText =
  | { kind: 'soft-404' }
  /** `insteadOf`: the URL of the page with the same text. */
  | { kind: 'duplicate'; insteadOf: string };

/**
 * The pages with the same text as another page, by URL. Three or more pages with one text are soft 404 pages,
 * except for the start page. The second of two pages, and URLs that differ only in parameters, are
 * duplicates.
 */
export function sameTexts(pages: readonly PageOfSite[], startUrl: string): ReadonlyMap<string, SameText> {
  const groups = new Map<string, PageOfSite[]>();
  for (const page of pages) {
    groups.set(page.hash, [...(groups.get(page.hash) ?? []), page]);
  }
  const found = new Map<string, SameText>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const paths = new Set(group.map(({ url }) => new URL(url).pathname));
    const first = group.find(({ url }) => url === startUrl) ?? group[0];
    for (const { url } of group) {
      if (url === startUrl) continue;
      if (paths.size >= MANY) found.set(url, { kind: 'soft-404' });
      else if (first !== undefined && url !== first.url) {
        found.set(url, { kind: 'duplicate', insteadOf: first.url });
      }
    }
  }
  return found;
}
