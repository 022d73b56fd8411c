/** So many pages with one text are the site's answer to addresses that it does not have. */
const MANY = 3;

export interface PageOfSite {
  url: string;
  /** The hash of its text (`hashOf`). */
  hash: string;
}

export type SameText =
  | { kind: 'soft-404' }
  /** The page whose text it has. */
  | { kind: 'duplicate'; insteadOf: string };

/**
 * The pages whose text another page has, by address. Many pages with one text are a soft 404, all of them but
 * the start page; the second of two is a duplicate, as are addresses that only differ in their parameters.
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
