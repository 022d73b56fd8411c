import { SKIP_REASON_TEXTS } from '../../../domain/website/skip-reasons.ts';
import type { WebsitePageItem, WebsiteSource } from '../../../wire/website-sources.ts';
import { formatCount, plural } from '../../ui/format.ts';

/** A short text for a state, with its color. */
interface StateWords {
  words: string;
  tone: 'good' | 'wait' | 'bad' | 'info' | 'quiet';
}

/** Whether the service is reading a website. */
export const isActive = ({ phase }: Pick<WebsiteSource, 'phase'>): boolean =>
  phase === 'finding' || phase === 'reading';

export function websiteState(source: WebsiteSource): StateWords {
  const { phase, problem, pages, waiting: unpublished } = source;
  const { read, waiting } = pages;
  const found = read + waiting + pages.leftOut;
  switch (phase) {
    case 'finding':
      return {
        words: found === 0 ? 'Finding pages' : `Finding pages, ${formatCount(found)} so far`,
        tone: 'info',
      };
    case 'found':
      return { words: 'Choose pages and start', tone: 'wait' };
    case 'reading':
      return { words: `Reading ${formatCount(read)} of ${formatCount(read + waiting)}`, tone: 'info' };
    case 'stopped':
      return { words: 'Stopped', tone: 'wait' };
    case 'failed':
      return { words: 'Could not be read', tone: 'bad' };
    case 'read': {
      if (problem !== undefined) return { words: 'Needs attention', tone: 'bad' };
      if (unpublished) {
        const { changed, new: added, gone } = unpublished;
        return { words: `${plural(changed + added + gone, 'change')} waiting`, tone: 'wait' };
      }
      return { words: 'Up to date', tone: 'good' };
    }
  }
}

/** The problem of a website with its remedy; undefined without a problem. */
export function websiteProblem({ problem }: WebsiteSource): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'mostly-gone':
      return 'More than half of the pages are gone from the site. The assistant keeps them for three days.';
    case 'too-much':
      return 'The pages exceed the limit of the assistant, so some are not used. Leave out sections or pages below.';
    case 'instance-ended':
      return 'Reading this website ended the service twice, so it is not read again automatically. Leave out the pages that may be the cause, then start the reading. Pages that were read earlier stay.';
    case 'unexpected':
      return 'The service had an error while it read this website. Pages that were read earlier stay. The next reading tries again.';
    default:
      return `${SKIP_REASON_TEXTS[problem]} Pages that were read earlier stay. The next reading tries again.`;
  }
}

/** Why a page is not read, or a note about it; undefined for other pages. */
export function pageNote({ state, isChosen, reason }: WebsitePageItem): string | undefined {
  if (!isChosen) return 'You left this page out.';
  const why = reason === undefined ? undefined : SKIP_REASON_TEXTS[reason];
  if (state === 'gone') return `${why ?? 'The page is gone.'} It is kept for three days.`;
  return state === 'read' && why !== undefined ? `${why} Pages that were read earlier stay.` : why;
}

/** `3 changed, 1 new, 1 gone`; undefined without changes. */
export function changeCounts({
  changed,
  new: added,
  gone,
}: Pick<NonNullable<WebsiteSource['changes']>, 'changed' | 'new' | 'gone'>): string | undefined {
  const parts = [
    [changed, 'changed'],
    [added, 'new'],
    [gone, 'gone'],
  ] as const;
  const counted = parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${formatCount(count)} ${name}`);
  return counted.length === 0 ? undefined : counted.join(', ');
}

/** A URL without its scheme, for lists. */
export const shortAddress = (address: string): string =>
  address.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** The title of a page, or its path if it has no title. */
export const titleOf = ({ title, url }: Pick<WebsitePageItem, 'title' | 'url'>): string =>
  title === '' ? shortAddress(url) : title;
