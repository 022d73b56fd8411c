import { SKIP_REASON_TEXTS, type SkipReason } from '../../../../websites/rules/skip-reasons.ts';
import type { WebsitePageItem, WebsiteSource } from '../../../../websites/wire/website-sources.ts';
import { formatCount, plural } from '../../../ui/format.ts';

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
      if (source.pausedUntil !== undefined) return { words: 'Paused by the site', tone: 'wait' };
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

const KEPT = 'Pages that were read earlier stay.';

/** The problem of a website with its remedy; undefined without a problem. */
export function websiteProblem(
  source: Pick<WebsiteSource, 'address' | 'startUrl' | 'problem' | 'movedTo'>,
): string | undefined {
  const { problem, movedTo } = source;
  switch (problem) {
    case 'unreachable':
    case 'unknown-host':
    case 'not-secure':
      return `${notReached(problem, source)} ${KEPT} The next reading tries again.`;
    case 'redirected-away':
      return movedTo === undefined
        ? `${SKIP_REASON_TEXTS[problem]} ${KEPT}`
        : `The address now leads to ${shortAddress(movedTo)}. If that is your website, add it. ${KEPT}`;
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
      return `${SKIP_REASON_TEXTS[problem]} ${KEPT} The next reading tries again.`;
  }
}

const ONLY_HTTP = 'If the site has only http, change the address to http://.';

/** The address that was tried, with the reason. */
function notReached(
  problem: 'unreachable' | 'unknown-host' | 'not-secure',
  { address, startUrl = address }: Pick<WebsiteSource, 'address' | 'startUrl'>,
): string {
  if (problem === 'unknown-host') {
    return `${new URL(startUrl).host} was not found. Check the spelling of the address.`;
  }
  if (problem === 'not-secure') return `${startUrl} has no valid encryption (https). ${ONLY_HTTP}`;
  const failed = `${startUrl} could not be reached: there was no connection.`;
  return startUrl.startsWith('https:') ? `${failed} ${ONLY_HTTP}` : failed;
}

/** Why a page is not read, or a note about it; undefined for other pages. */
export function pageNote(page: WebsitePageItem): string | undefined {
  const { state } = page;
  const why = reasonOf(page);
  if (state === 'gone') return `${why ?? 'The page is gone.'} It is kept for three days.`;
  return state === 'read' && why !== undefined ? `${why} Pages that were read earlier stay.` : why;
}

function reasonOf({ reason, insteadOf }: WebsitePageItem): string | undefined {
  if (reason === undefined) return undefined;
  return reason === 'duplicate' && insteadOf
    ? `Same page as “${titleOf(insteadOf)}”.`
    : SKIP_REASON_TEXTS[reason];
}

/** Short names of the reasons why pages are left out. */
export const REASON_NAMES: Record<SkipReason, string> = {
  robots: 'Not allowed by robots.txt',
  noindex: 'Not to be indexed',
  'not-found': 'Not found',
  'soft-404': 'Error pages',
  empty: 'Without text',
  'needs-script': 'Made by a script',
  'sign-in': 'Behind a sign-in',
  'too-large': 'Too large',
  'too-slow': 'Too slow',
  'redirected-away': 'On another website',
  'redirect-loop': 'Endless redirects',
  'wrong-type': 'Neither page nor document',
  file: 'PDF and Word files',
  unreadable: 'Not readable',
  refused: 'Refused by the site',
  'server-error': 'Error of the site',
  unreachable: 'Not reached',
  'unknown-host': 'Name of the site not found',
  'not-secure': 'Without valid encryption',
  'blocked-address': 'Internal addresses',
  duplicate: 'Same as other pages',
  'too-many-alike': 'Calendars and filters',
  http: 'Not encrypted',
  language: 'In other languages',
  'over-limit': 'Beyond the limit of pages',
  'not-chosen': 'Not chosen',
};

/** How the site slows down the reading; undefined if it does not. `nowMs` is this page's time. */
export function slowNote(
  { phase, pausedUntil, waitingSince }: WebsiteSource,
  nowMs: number,
): string | undefined {
  if (phase === 'reading' && pausedUntil !== undefined) {
    return 'The site asks to wait. Reading continues then.';
  }
  if (waitingSince === undefined || !isActive({ phase })) return undefined;
  const seconds = Math.max(1, Math.round((nowMs - Date.parse(waitingSince)) / 1_000));
  return `Waiting for the site, ${formatCount(seconds)} s`;
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

/** The title of a page; before it is read, the words of its address. */
export function titleOf({ title, url }: Pick<WebsitePageItem, 'title' | 'url'>): string {
  if (title !== '') return title;
  const { pathname, search, host } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  const words = decoded(last)
    .replace(/\.\w{2,5}$/, '')
    .replaceAll(/[-_+\s]+/g, ' ')
    .trim();
  if (words === '') return search === '' ? host : shortAddress(url);
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}${search === '' ? '' : ` ${decoded(search)}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
