import { decodedUnreserved, matchesWildcards } from './address.ts';

/** The rules of a robots.txt for one crawler. */
export interface RobotsRules {
  isAllowed(url: string): boolean;
  /** `Crawl-delay`, in seconds. */
  delaySeconds: number | undefined;
  /** As the file names them. */
  sitemaps: readonly string[];
}

interface Rule {
  isAllow: boolean;
  pattern: string;
}

interface Group {
  rules: Rule[];
  delaySeconds?: number;
}

const LINE = /^\s*([a-z-]+)\s*:(.*)$/i;
/** More rules of one crawler than this are not read. */
const MAX_RULES = 10_000;

/**
 * Reads a robots.txt (RFC 9309) for the crawler with this product token: the rules of all groups that name
 * it, else of those for `*`. The longest pattern that matches decides; of two as long, an allowance. Lines
 * that belong to no group, such as `Sitemap`, do not end one.
 */
export function robotsRules(text: string, productToken: string): RobotsRules {
  const { groups, sitemaps } = parsed(text);
  const group = groups.get(productToken.toLowerCase()) ?? groups.get('*');
  const rules = group?.rules ?? [];
  return { isAllowed: (url) => isAllowed(url, rules), delaySeconds: group?.delaySeconds, sitemaps };
}

function parsed(text: string): { groups: ReadonlyMap<string, Group>; sitemaps: string[] } {
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let current: Group[] = [];
  let hasRules = false;
  for (const { name, value } of linesOf(text)) {
    if (name === 'user-agent') {
      if (hasRules) current = [];
      hasRules = false;
      const agent = /^(?:\*|[\w-]+)/.exec(value.toLowerCase())?.[0] ?? '';
      const group = groups.get(agent) ?? { rules: [] };
      groups.set(agent, group);
      current.push(group);
    } else if (name === 'sitemap') {
      if (value !== '') sitemaps.push(value);
    } else {
      hasRules = true;
      for (const group of current) addTo(group, name, value);
    }
  }
  return { groups, sitemaps };
}

const NAMES = new Set(['user-agent', 'allow', 'disallow', 'crawl-delay', 'sitemap']);

/** The lines that say something, without comments. */
function linesOf(text: string): { name: string; value: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => LINE.exec(line.replace(/#.*$/, '')) ?? [])
    .map(([, name = '', value = '']) => ({ name: name.toLowerCase(), value: value.trim() }))
    .filter(({ name }) => NAMES.has(name));
}

function addTo(group: Group, name: string, value: string): void {
  if (name === 'crawl-delay') {
    if (Number(value) >= 0 && value !== '') group.delaySeconds = Number(value);
  } else if (value !== '' && group.rules.length < MAX_RULES) {
    group.rules.push({ isAllow: name === 'allow', pattern: octets(value) });
  }
}

function isAllowed(url: string, rules: readonly Rule[]): boolean {
  const { pathname, search } = new URL(url);
  if (pathname === '/robots.txt') return true;
  const path = octets(`${pathname}${search}`);
  let decisive: Rule | undefined;
  for (const rule of rules) {
    const { length } = rule.pattern;
    if (
      decisive &&
      (length < decisive.pattern.length || (length === decisive.pattern.length && !rule.isAllow))
    ) {
      continue;
    }
    if (matchesRule(rule.pattern, path)) decisive = rule;
  }
  return decisive?.isAllow ?? true;
}

/** A pattern is the beginning of a path; `*` is any text, and `$` at its end the end of the path. */
function matchesRule(pattern: string, path: string): boolean {
  return pattern.endsWith('$')
    ? matchesWildcards(pattern.slice(0, -1), path)
    : matchesWildcards(`${pattern}*`, path);
}

/** A path in the form in which paths are compared (RFC 9309 §2.2.2). */
function octets(path: string): string {
  return decodedUnreserved(path.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent));
}
