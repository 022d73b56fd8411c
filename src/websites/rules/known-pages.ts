import type { WebsitePage } from '../records/website-source.ts';

/**
 * The number of the rules by which pages and files are read. A higher one reads all pages again, also those
 * that are unchanged.
 */
export const READING_RULES = 1;

/**
 * The stored pages of a website, for its next reading. A page without a text, or with one that was read by
 * other rules, has no validators, so that it is requested like a new one. The dates of the sitemap do not
 * save the request for such a page, or for one whose latest request failed.
 */
export function knownPages(pages: Iterable<WebsitePage>, startedAt: string) {
  return new Map(Array.from(pages, (page) => [page.url, knownPage(page, startedAt)]));
}

function knownPage(page: WebsitePage, startedAt: string) {
  const { etag, lastModified, requestedAt, reason, text, checkedAt = '', linksEndless } = page;
  const hasText = text !== undefined;
  const isCurrent = hasText && page.readingRules === READING_RULES;
  const isAnswered = isCurrent && requestedAt !== undefined && reason === undefined;
  return {
    ...(isCurrent && etag !== undefined && { etag }),
    ...(isCurrent && lastModified !== undefined && { lastModified }),
    ...(hasText && linksEndless && { linksEndless }),
    requestedAtMs: isAnswered ? Date.parse(requestedAt) : 0,
    hasText,
    ...(!hasText && requestedAt === undefined && { isListed: true }),
    isRequested: checkedAt >= startedAt,
  };
}
