/** The reasons why a page is not read, with the text that admins see. */
export const SKIP_REASON_TEXTS = {
  robots: 'The site’s robots.txt does not allow this page to be read.',
  noindex: 'The page asks not to be indexed (noindex).',
  'not-found': 'The page does not exist.',
  'soft-404': 'The page says that it was not found, or several pages have its text, as error pages have.',
  empty: 'The page has no text.',
  'needs-script':
    'A script makes the text of this page. Add the address of a printable page, or upload the text as a file.',
  'sign-in': 'The page asks for a sign-in. Upload its text as a file.',
  'too-large': 'The page or file is too large to be read. Upload its text as smaller files.',
  'too-slow': 'The page took longer than 20 seconds.',
  'redirected-away': 'The page leads to another website.',
  'redirect-loop': 'The page leads back to itself, or over more than five redirects.',
  'wrong-type': 'The address is neither a web page nor a document that can be read.',
  file: 'The address is a PDF or Word file. Choose to read files, too.',
  unreadable: 'The page or file is damaged, protected, or too complex to read.',
  refused: 'The site refuses to send this page.',
  'server-error': 'The site had an error when it was asked for this page.',
  unreachable: 'The site could not be reached.',
  'unknown-host': 'The name of the site was not found.',
  'not-secure': 'The site has no valid encryption (https).',
  'blocked-address': 'The address leads to an internal network, which is never read.',
  duplicate: 'The page says that another address is its own, or has the same text as another page.',
  'too-many-alike': 'More pages of this kind than are read, as calendars and filters have them.',
  http: 'The page is not encrypted (http). Allow http for this website to read it.',
  language: 'The page is in a language that was not chosen.',
  'over-limit': 'The website has more pages than are read.',
  'not-chosen': 'This page is not chosen.',
} as const satisfies Record<string, string>;

export type SkipReason = keyof typeof SKIP_REASON_TEXTS;

/** Temporary failures: an earlier text is kept without a limit. */
const PASSING: ReadonlySet<SkipReason> = new Set([
  'server-error',
  'unreachable',
  'unknown-host',
  'not-secure',
  'too-slow',
  'refused',
]);

export const isPassing = (reason: SkipReason): boolean => PASSING.has(reason);
