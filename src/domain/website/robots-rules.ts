import { decodeUnreserved, matchesWildcards } from './address.ts';

/** The rules of a robots.txt for one crawler. */
export interface RobotsRules {
  isAllowed(url: string): boolean;
  /** `Crawl-delay`, in seconds. */
  delaySeconds: number | undefined;
  /** The sitemap URLs in the file, unchanged. */
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
/** The maximum number of rules per crawler; further ones are ignored. */
const MAX_RULES = 10_000;

/**
 * Parses a robots.txt (RFC 9309) for a product token: the rules of all groups that name it, else of the
 * groups for `*`. The longest matching pattern decides; at equal length, `Allow` wins. Lines outside of
 * groups, such as `Sitemap`, do not end a group.
 */
export function parseRobotsTxt(text: string, productToken: string): RobotsRules {
  const { groups, sitemaps } = parse(text);
  const group = groups.get(productToken.toLowerCase()) ?? groups.get('*');
  const rules = group?.rules ?? [];
  return { isAllowed: (url) => isAllowed(url, rules), delaySeconds: group?.delaySeconds, sitemaps };
}

function parse(text: string): { groups: ReadonlyMap<string, Group>; sitemaps: string[] } {
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

/** The lines with a known name, without comments. */
function linesOf(text: string): { name: string; value: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => LINE.exec(line.split('#', 1)[0] ?? '') ?? [])
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

/** Matches the start of a path; `*` matches any text, and a final `$` the end of the path. */
function matchesRule(pattern: string, path: string): boolean {
  return pattern.endsWith('$')
    ? matchesWildcards(pattern.slice(0, -1), path)
    : matchesWildcards(`${pattern}*`, path);
}

/** Normalizes the percent-encoding of a path for comparison (RFC 9309 §2.2.2). */
function octets(path: string): string {
  return decodeUnreserved(path.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent));
}
