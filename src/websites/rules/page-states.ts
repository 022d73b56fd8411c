import type { PageCounts, StoredWebsiteSource, WebsitePage } from '../records/website-source.ts';
import { isPassing, type SkipReason } from './skip-reasons.ts';
import { choiceAgainst, type Choices } from './choices.ts';
import { READING_RULES } from './known-pages.ts';

/** The state of a page; `gone` pages are kept for three days. */
export type PageState = 'waiting' | 'read' | 'gone' | 'left-out';

/** The result of a request for a page; `text` is the hash of its text. */
export type PageOutcome =
  | { kind: 'unchanged' }
  | { kind: 'left-out'; reason: SkipReason; insteadOf?: string }
  | ({ kind: 'page'; url: string; text: string } & Pick<WebsitePage, 'title' | 'words'> &
      Partial<
        Pick<
          WebsitePage,
          'isFile' | 'skippedParts' | 'language' | 'etag' | 'lastModified' | 'pageDate' | 'linksEndless'
        >
      >);

/**
 * The page after a request. `isFirst`: there was no complete reading before, so no page counts as new.
 * `isRequested`: false if its sitemap shows that it is unchanged.
 */
export function afterReading(
  page: WebsitePage,
  outcome: PageOutcome,
  { at, isFirst, isRequested }: { at: string; isFirst: boolean; isRequested: boolean },
): WebsitePage {
  const { reason: _reason, insteadOf: instead, goneSince, ...before } = page;
  // A page with the text of another one stays the second of them.
  const rest = { ...before, ...(instead !== undefined && { insteadOf: instead }) };
  const times = { checkedAt: at, ...(isRequested && { requestedAt: at }) };
  if (outcome.kind === 'left-out') {
    const { reason, insteadOf } = outcome;
    const kept = { ...before, ...(goneSince !== undefined && { goneSince }) };
    const left = { ...kept, ...times, reason, ...(insteadOf !== undefined && { insteadOf }) };
    if (page.text === undefined || isPassing(outcome.reason)) return left;
    if (goneSince !== undefined) return left;
    // The assistant never had the text of a page that was left out as the same as others.
    const isGiven = page.excluded === undefined;
    return { ...left, goneSince: at, ...(isGiven && { change: { kind: 'gone', at } }) };
  }
  if (outcome.kind === 'unchanged') return { ...rest, readAt: at, ...times };
  const { kind: _kind, url, text, ...read } = outcome;
  const { canonicalUrl: _before, isFile: _isFile, language: _language, ...kept } = rest;
  const { etag: _etag, lastModified: _modified, pageDate: _date, ...stated } = kept;
  const { skippedParts: _parts, linksEndless: _endless, ...others } = stated;
  return {
    ...others,
    ...read,
    ...(url !== page.url && { canonicalUrl: url }),
    text,
    readingRules: READING_RULES,
    readAt: at,
    ...times,
    ...changeOf(page, text, { at, isFirst }),
  };
}

function changeOf(
  { text: before, reason }: WebsitePage,
  text: string,
  { at, isFirst }: { at: string; isFirst: boolean },
): Pick<WebsitePage, 'change'> {
  // A former soft 404 or duplicate is not a new page.
  const isNew = !isFirst && reason !== 'soft-404' && reason !== 'duplicate';
  if (before === undefined) return isNew ? { change: { kind: 'new', at } } : {};
  return before === text ? {} : { change: { kind: 'changed', at } };
}

type ReadingSource = Choices & Pick<StoredWebsiteSource, 'phase' | 'startedAt'>;

/** The state of a page; during a reading, pages that are not yet requested are `waiting`. */
export function pageStateOf(page: WebsitePage, source: ReadingSource): PageState {
  const { phase, startedAt } = source;
  if (choiceAgainst(page, source)) return 'left-out';
  const isChecked = page.checkedAt !== undefined && page.checkedAt >= startedAt;
  if (phase === 'reading' && !isChecked) return 'waiting';
  if (page.excluded !== undefined) return 'left-out';
  if (page.goneSince !== undefined) return 'gone';
  if (page.text !== undefined) return 'read';
  return page.reason === undefined ? 'waiting' : 'left-out';
}

/** Counts pages by state; `gone` pages count as left out. `leftOutCount`: how many are not stored. */
export function countPages(
  pages: Iterable<WebsitePage>,
  source: ReadingSource,
  leftOutCount: number,
): PageCounts {
  const counts = { read: 0, waiting: 0, leftOut: leftOutCount };
  for (const page of pages) {
    const state = pageStateOf(page, source);
    if (state === 'gone' || state === 'left-out') counts.leftOut++;
    else counts[state]++;
  }
  return counts;
}
