import type { WebsitePage } from '../records/website-source.ts';
import type { SameText } from './same-text.ts';

/** Pages with the same text as others, by URL. */
export type Excluded = ReadonlyMap<string, SameText>;

/** The pages whose stored reason is another one. */
export const withOtherReason = (pages: readonly WebsitePage[], excluded: Excluded): WebsitePage[] =>
  pages.filter((page) => {
    const same = excluded.get(page.url);
    const insteadOf = same?.kind === 'duplicate' ? same.insteadOf : undefined;
    return page.excluded !== same?.kind || (same !== undefined && page.insteadOf !== insteadOf);
  });

/** All pages, with the reasons of those that are published. */
export function withReasons(
  all: readonly WebsitePage[],
  given: readonly WebsitePage[],
  excluded: Excluded | undefined,
): readonly WebsitePage[] {
  if (!excluded) return all;
  const published = new Set(given);
  return all.map((page) => (published.has(page) ? withReason(page, excluded) : page));
}

/** A page with the reason why it is left out, or without one. */
export function withReason(page: WebsitePage, excluded: Excluded): WebsitePage {
  const { excluded: _before, insteadOf: _instead, ...rest } = page;
  const same = excluded.get(page.url);
  if (!same) return rest;
  return { ...rest, excluded: same.kind, ...(same.kind === 'duplicate' && { insteadOf: same.insteadOf }) };
}

/** A page whose text is lost: it is requested again, without validators. */
export function withoutText(page: WebsitePage): WebsitePage {
  const { text: _text, etag: _etag, lastModified: _modified, checkedAt: _checked, ...rest } = page;
  return rest;
}
