import type { WebsiteSourceEdit } from '../records/website-source.ts';

type PageRule = WebsiteSourceEdit['rules'][number];

/** Whether a page is read: the last matching rule decides; default: true. */
export function isChosen(url: string, rules: readonly PageRule[]): boolean {
  return rules.findLast(({ pattern }) => matches(url, pattern))?.read ?? true;
}

/** Appends a rule, and removes the rules that it makes ineffective. */
export function withRule(rules: readonly PageRule[], rule: PageRule): PageRule[] {
  return [...rules.filter(({ pattern }) => !covers(rule.pattern, pattern)), rule];
}

/** The longest pattern of a rule. */
const MAX_PATTERN_LENGTH = 300;

/** The rules that choose only the pages below the path of an address; none for a whole site. */
export function rulesBelow(address: string): PageRule[] {
  const pathname = URL.parse(address)?.pathname ?? '/';
  const folder = pathname.slice(0, pathname.lastIndexOf('/'));
  const last = pathname.slice(folder.length + 1);
  const base = last === '' || last.includes('.') ? folder : pathname;
  const pattern = `${base}/*`;
  if (base === '' || pattern.length > MAX_PATTERN_LENGTH) return [];
  return [
    { pattern: '*', read: false },
    { pattern, read: true },
  ];
}

/** The section of a page: the first segment of its path, on a subdomain with the host. */
export function sectionOf(url: string, startUrl: string): string {
  const { host, pathname } = new URL(url);
  const [, first = '', ...rest] = pathname.split('/');
  const section = rest.length > 0 && first !== '' ? `/${first}` : '/';
  return host === hostOf(startUrl) ? section : `${host}${section}`;
}

/** The pattern of a section; undefined for the top-level pages, which have no common pattern. */
export const patternOfSection = (section: string): string | undefined =>
  section.endsWith('/') ? undefined : `${section}/*`;

export const patternOfPage = (url: string, startUrl: string): string =>
  new URL(url).host === hostOf(startUrl) ? pathOf(url) : `${new URL(url).host}${pathOf(url)}`;

const hostOf = (url: string): string | undefined => URL.parse(url)?.host;
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

function matches(url: string, pattern: string): boolean {
  const path = pathOf(url);
  const compared = pattern.startsWith('/') ? path : `${new URL(url).host}${path}`;
  return covers(pattern, compared);
}

/** Whether a pattern matches a path: `*` matches any text, and a final `/*` is optional. */
function covers(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*') && matchesParts(pattern.slice(0, -2), path)) return true;
  return matchesParts(pattern, path);
}

/** Matches piece by piece from left to right, in linear time. */
function matchesParts(pattern: string, path: string): boolean {
  const parts = pattern.split('*');
  const last = parts.pop() ?? '';
  if (parts.length === 0) return path === pattern;
  const [first = '', ...middle] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of middle) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
